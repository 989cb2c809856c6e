// The Voronoi diagram of segments by Boost.Polygon, timed inside the process. It is static and wants integers: coordinates are
// multiplied by 1000 and rounded.
//
// Standard input: one int32, the number of blocks; four corners (x, y) of every block as doubles. Argument: how often to build.
// Standard output: {"buildMs": [...], "vertices": n, "edges": n}.

#include <boost/polygon/polygon.hpp>
#include <boost/polygon/voronoi.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using boost::polygon::point_data;
using boost::polygon::segment_data;

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 1;
  std::int32_t count = 0;
  if (std::fread(&count, sizeof count, 1, stdin) != 1) return 2;
  std::vector<double> xy(8 * static_cast<std::size_t>(count));
  if (std::fread(xy.data(), sizeof(double), xy.size(), stdin) != xy.size()) return 2;

  std::vector<segment_data<int>> segments;
  const auto corner = [&](int i) {
    return point_data<int>(static_cast<int>(std::lround(1000 * xy[2 * i])), static_cast<int>(std::lround(1000 * xy[2 * i + 1])));
  };
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 4; k++) segments.emplace_back(corner(4 * i + k), corner(4 * i + (k + 1) % 4));
  }
  std::printf("{\"buildMs\": [");
  std::size_t vertices = 0;
  std::size_t edges = 0;
  for (int r = 0; r < repetitions; r++) {
    const auto began = std::chrono::steady_clock::now();
    boost::polygon::voronoi_diagram<double> diagram;
    construct_voronoi(segments.begin(), segments.end(), &diagram);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    std::printf("%s%.4f", r > 0 ? ", " : "", took.count());
    vertices = diagram.num_vertices();
    edges = diagram.num_edges() / 2;
  }
  std::printf("], \"vertices\": %zu, \"edges\": %zu}\n", vertices, edges);
  return 0;
}
