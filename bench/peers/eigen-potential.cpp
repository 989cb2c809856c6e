// Laplace's equation on the free cells of a grid, solved directly with Eigen's sparse LDLT.
//
// Standard input: int32 width, int32 height, then one byte per cell (0 free, 1 wall, 2 goal), a ring of walls around.
// Arguments: how often to solve. Prints milliseconds of processor time of each solve (ordering, factorisation, substitution), the largest
// componentwise residual and the least value.
#include <Eigen/Sparse>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 1;
  std::int32_t size[2];
  if (std::fread(size, 4, 2, stdin) != 2) return 1;
  const int width = size[0], cells = size[0] * size[1];
  std::vector<unsigned char> kinds(cells);
  if (std::fread(kinds.data(), 1, cells, stdin) != static_cast<size_t>(cells)) return 1;

  // Only cells with a way to a goal: the others would make the matrix reducible, not wrong, but larger.
  std::vector<int> unknown(cells, -1), queue;
  std::vector<char> seen(cells, 0);
  for (int i = 0; i < cells; i++)
    if (kinds[i] == 2) seen[i] = 1, queue.push_back(i);
  const size_t goals = queue.size();
  const int steps[4] = {-1, 1, -width, width};
  for (size_t k = 0; k < queue.size(); k++)
    for (int step : steps) {
      const int j = queue[k] + step;
      if (!seen[j] && kinds[j] != 1) seen[j] = 1, queue.push_back(j);
    }
  int count = 0;
  for (int i = 0; i < cells; i++)
    if (seen[i] && kinds[i] == 0) unknown[i] = count++;
  (void)goals;

  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd right = Eigen::VectorXd::Zero(count);
  for (int i = 0; i < cells; i++) {
    if (unknown[i] < 0) continue;
    entries.emplace_back(unknown[i], unknown[i], 4.0);
    for (int step : steps) {
      if (kinds[i + step] == 2) right[unknown[i]] += 1;
      else if (unknown[i + step] >= 0) entries.emplace_back(unknown[i], unknown[i + step], -1.0);
    }
  }
  Eigen::SparseMatrix<double> matrix(count, count);
  matrix.setFromTriplets(entries.begin(), entries.end());

  Eigen::VectorXd u;
  std::printf("{\"solveMs\":[");
  for (int k = 0; k < repetitions; k++) {
    const std::clock_t start = std::clock();
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(matrix);
    u = solver.solve(right);
    const std::clock_t end = std::clock();
    std::printf("%s%.4f", k ? "," : "", 1000.0 * (end - start) / CLOCKS_PER_SEC);
  }
  double worst = 0, least = 1;
  for (int i = 0; i < cells; i++) {
    if (unknown[i] < 0) continue;
    double sum = 0;
    for (int step : steps) sum += kinds[i + step] == 2 ? 1 : unknown[i + step] >= 0 ? u[unknown[i + step]] : 0;
    worst = std::fmax(worst, std::fabs(sum / 4 - u[unknown[i]]) / std::fabs(u[unknown[i]]));
    least = std::fmin(least, u[unknown[i]]);
  }
  std::printf("],\"residual\":%.6g,\"least\":%.6g,\"unknowns\":%d}\n", worst, least, count);
}
