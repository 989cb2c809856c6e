// The Voronoi diagram of segments by CGAL's Segment Delaunay graph, timed inside the process.
//
// Standard input: one int32, the number of blocks; four corners (x, y) of every block as doubles; then one int32, the number
// of moves, and as many pairs (int32 block, two doubles shift). Argument: how often to build. Standard output:
// {"buildMs": [...], "vertices": sites in the graph, "faces": Voronoi vertices, "moveUs": per block move, "agentUs": per
// point moved}.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Segment_Delaunay_graph_2.h>
#include <CGAL/Segment_Delaunay_graph_filtered_traits_2.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
// The inputs have no crossing segments, so CGAL need not be ready to construct intersections.
using Traits = CGAL::Segment_Delaunay_graph_filtered_traits_without_intersections_2<Kernel, CGAL::Field_with_sqrt_tag>;
using Graph = CGAL::Segment_Delaunay_graph_2<Traits>;
using Point = Kernel::Point_2;
using Segment = Kernel::Segment_2;
using Handle = Graph::Vertex_handle;

template <class T>
static std::vector<T> read(std::size_t count) {
  std::vector<T> values(count);
  if (std::fread(values.data(), sizeof(T), count, stdin) != count) {
    std::fprintf(stderr, "the input ends early\n");
    std::exit(2);
  }
  return values;
}

static double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The points and segments of one block in a graph.
struct Block {
  Handle points[4];
  Handle segments[4];
};

static Block insertBlock(Graph& graph, const Point* corners, Handle near) {
  Block block;
  for (int k = 0; k < 4; k++) block.points[k] = graph.insert(corners[k], near);
  for (int k = 0; k < 4; k++) {
    block.segments[k] = graph.insert(corners[k], corners[(k + 1) % 4], block.points[k]);
  }
  return block;
}

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 1;
  const int count = read<std::int32_t>(1)[0];
  const auto xy = read<double>(8 * static_cast<std::size_t>(count));
  const int moves = read<std::int32_t>(1)[0];
  const auto which = read<std::int32_t>(moves);
  const auto shifts = read<double>(2 * static_cast<std::size_t>(moves));

  std::vector<Point> corners;
  for (int i = 0; i < 4 * count; i++) corners.emplace_back(xy[2 * i], xy[2 * i + 1]);
  std::vector<Segment> segments;
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 4; k++) segments.emplace_back(corners[4 * i + k], corners[4 * i + (k + 1) % 4]);
  }

  std::printf("{\"buildMs\": [");
  int sites = 0;
  int faces = 0;
  for (int r = 0; r < repetitions; r++) {
    const double began = now();
    Graph graph;
    graph.insert_segments(segments.begin(), segments.end());
    std::printf("%s%.4f", r > 0 ? ", " : "", now() - began);
    sites = static_cast<int>(graph.number_of_vertices());
    faces = static_cast<int>(graph.number_of_faces());
  }
  std::printf("], \"vertices\": %d, \"faces\": %d", sites, faces);
  if (moves == 0) {
    std::printf(", \"moveUs\": 0, \"agentUs\": 0, \"failures\": 0}\n");
    return 0;
  }

  // Moving needs handles: the same graph once more, block by block in the order given, each near the one before.
  Graph graph;
  std::vector<Block> blocks;
  Handle near;
  for (int i = 0; i < count; i++) {
    blocks.push_back(insertBlock(graph, &corners[4 * i], near));
    near = blocks.back().points[0];
  }
  double spent = 0;
  int failures = 0;
  for (int m = 0; m < moves; m++) {
    Block& block = blocks[which[m]];
    Point moved[4];
    for (int k = 0; k < 4; k++) {
      const Point& p = corners[4 * which[m] + k];
      moved[k] = Point(p.x() + shifts[2 * m], p.y() + shifts[2 * m + 1]);
    }
    const double began = now();
    for (int k = 0; k < 4; k++) failures += !graph.remove(block.segments[k]);
    for (int k = 0; k < 4; k++) failures += !graph.remove(block.points[k]);
    block = insertBlock(graph, moved, blocks[(which[m] + 1) % count].points[0]);
    spent += now() - began;
    // Back again, untimed, so that every move starts from the same plan.
    for (int k = 0; k < 4; k++) failures += !graph.remove(block.segments[k]);
    for (int k = 0; k < 4; k++) failures += !graph.remove(block.points[k]);
    block = insertBlock(graph, &corners[4 * which[m]], blocks[(which[m] + 1) % count].points[0]);
  }
  double agents = 0;
  for (int m = 0; m < moves; m++) {
    // A point in the street beside the block's first corner takes a step.
    const Point& p = corners[4 * which[m]];
    Handle agent = graph.insert(Point(p.x() - 2.1, p.y() - 1.7), blocks[which[m]].points[0]);
    const double began = now();
    failures += !graph.remove(agent);
    agent = graph.insert(Point(p.x() - 1.6, p.y() - 1.9), blocks[which[m]].points[0]);
    agents += now() - began;
    failures += !graph.remove(agent);
  }
  std::printf(", \"moveUs\": %.3f, \"agentUs\": %.3f, \"failures\": %d}\n", 1000 * spent / moves,
              1000 * agents / moves, failures);
  return 0;
}
