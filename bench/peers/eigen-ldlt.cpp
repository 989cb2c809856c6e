// Eigen's sparse LDLT on a system of couplings and losses, as src/numerics/factor.ts takes it.
// Input: int32 n, count; int32 start[n + 1], index[count]; double value[count], loss[n]; int32 source.
// Output: milliseconds to order and factorise, and to solve, and the solution for a unit at the source.
#include <Eigen/Sparse>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T>
static std::vector<T> take(size_t count) {
  std::vector<T> data(count);
  if (std::fread(data.data(), sizeof(T), count, stdin) != count) std::exit(1);
  return data;
}

static double now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 1;
  const auto head = take<int32_t>(2);
  const int n = head[0];
  const auto start = take<int32_t>(n + 1);
  const auto index = take<int32_t>(head[1]);
  const auto value = take<double>(head[1]);
  const auto loss = take<double>(n);
  const int source = take<int32_t>(1)[0];
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; i++) {
    double diagonal = loss[i];
    for (int k = start[i]; k < start[i + 1]; k++) {
      diagonal += value[k];
      entries.emplace_back(i, index[k], -value[k]);
    }
    entries.emplace_back(i, i, diagonal);
  }
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::VectorXd b = Eigen::VectorXd::Zero(n), x;
  b[source] = 1;
  std::printf("{\"factorMs\":[");
  std::vector<double> solve;
  for (int r = 0; r < repetitions; r++) {
    const double began = now();
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(matrix);
    const double factorised = now();
    x = factor.solve(b);
    solve.push_back(now() - factorised);
    std::printf("%s%.4f", r ? "," : "", factorised - began);
  }
  std::printf("],\"solveMs\":[");
  for (size_t r = 0; r < solve.size(); r++) std::printf("%s%.4f", r ? "," : "", solve[r]);
  std::printf("],\"solution\":[");
  for (int i = 0; i < n; i++) std::printf("%s%.17g", i ? "," : "", x[i]);
  std::printf("]}\n");
}
