// The constrained Delaunay triangulation by CGAL, timed inside the process.
//
// Standard input: two int32, the numbers of points and edges; x, y of every point as doubles; the two vertices
// of every edge as int32. Argument: how many times to build. Standard output: {"ms": [...], "triangles": [...]}.

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Vertices = CGAL::Triangulation_vertex_base_2<Kernel>;
using Faces = CGAL::Constrained_triangulation_face_base_2<Kernel>;
using Structure = CGAL::Triangulation_data_structure_2<Vertices, Faces>;
// The inputs have no crossing edges, so CGAL need not be ready to construct intersections.
using Triangulation =
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, Structure, CGAL::No_constraint_intersection_tag>;
using Point = Kernel::Point_2;
using Edge = std::pair<std::size_t, std::size_t>;

template <class T>
static std::vector<T> read(std::size_t count) {
  std::vector<T> values(count);
  if (std::fread(values.data(), sizeof(T), count, stdin) != count) {
    std::fprintf(stderr, "the input ends early\n");
    std::exit(2);
  }
  return values;
}

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 1;
  const auto counts = read<std::int32_t>(2);
  const auto xy = read<double>(2 * static_cast<std::size_t>(counts[0]));
  const auto ends = read<std::int32_t>(2 * static_cast<std::size_t>(counts[1]));

  std::vector<Point> points;
  std::map<std::pair<double, double>, int> index;
  for (int i = 0; i < counts[0]; i++) {
    points.emplace_back(xy[2 * i], xy[2 * i + 1]);
    index[{xy[2 * i], xy[2 * i + 1]}] = i;
  }
  std::vector<Edge> edges;
  for (int i = 0; i < counts[1]; i++) edges.emplace_back(ends[2 * i], ends[2 * i + 1]);

  std::printf("{\"ms\": [");
  Triangulation last;
  for (int k = 0; k < repetitions; k++) {
    const auto began = std::chrono::steady_clock::now();
    Triangulation triangulation;
    // Inserts in the order of a Hilbert curve, CGAL's fastest way in.
    triangulation.insert_constraints(points.begin(), points.end(), edges.begin(), edges.end());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    std::printf("%s%.6f", k > 0 ? ", " : "", took.count());
    last.swap(triangulation);
  }

  std::printf("], \"triangles\": [");
  bool first = true;
  for (auto face = last.finite_faces_begin(); face != last.finite_faces_end(); ++face) {
    for (int corner = 0; corner < 3; corner++) {
      const Point& p = face->vertex(corner)->point();
      std::printf("%s%d", first ? "" : ",", index.at({p.x(), p.y()}));
      first = false;
    }
  }
  std::printf("]}\n");
  return 0;
}
