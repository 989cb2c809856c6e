// Exact shortest paths over a mesh by CGAL's Surface_mesh_shortest_path, timed inside the process.
//
// Standard input: int32 numbers of vertices, faces and targets; x, y, z of every vertex as doubles; three vertices of
// every face as int32; the face and three weights of the source, then of every target, as doubles. Argument: how often.
// Standard output: {"ms": [...], "lengths": [...]}; a time counts the tree from the source and the paths from all targets.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_shortest_path.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Mesh = CGAL::Surface_mesh<Point>;
using Traits = CGAL::Surface_mesh_shortest_path_traits<Kernel, Mesh>;
using Search = CGAL::Surface_mesh_shortest_path<Traits>;

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
  const auto counts = read<std::int32_t>(3);
  const auto positions = read<double>(3 * static_cast<std::size_t>(counts[0]));
  const auto corners = read<std::int32_t>(3 * static_cast<std::size_t>(counts[1]));
  const auto places = read<double>(4 * static_cast<std::size_t>(counts[2] + 1));

  Mesh mesh;
  std::vector<Mesh::Vertex_index> vertices;
  for (int v = 0; v < counts[0]; v++)
    vertices.push_back(mesh.add_vertex(Point(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2])));
  // CGAL counts barycentric coordinates from the face's first half-edge on: weights are looked up by vertex.
  std::vector<Mesh::Face_index> faces;
  for (int f = 0; f < counts[1]; f++)
    faces.push_back(mesh.add_face(vertices[corners[3 * f]], vertices[corners[3 * f + 1]], vertices[corners[3 * f + 2]]));
  const auto place = [&](int k) {
    const int f = static_cast<int>(places[4 * k]);
    auto h = halfedge(faces[f], mesh);
    Traits::Barycentric_coordinates weights;
    for (int i = 0; i < 3; i++) {
      const auto v = source(h, mesh);
      for (int c = 0; c < 3; c++)
        if (vertices[corners[3 * f + c]] == v) weights[i] = places[4 * k + 1 + c];
      h = next(h, mesh);
    }
    return Search::Face_location(faces[f], weights);
  };

  std::vector<double> lengths(counts[2]);
  std::printf("{\"ms\": [");
  for (int r = 0; r < repetitions; r++) {
    const auto began = std::chrono::steady_clock::now();
    Search search(mesh);
    search.add_source_point(place(0));
    search.build_sequence_tree();
    for (int k = 0; k < counts[2]; k++) {
      std::vector<Point> points;
      const auto target = place(k + 1);
      search.shortest_path_points_to_source_points(target.first, target.second, std::back_inserter(points));
      lengths[k] = 0;
      for (std::size_t i = 1; i < points.size(); i++) lengths[k] += std::sqrt(CGAL::squared_distance(points[i - 1], points[i]));
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    std::printf("%s%.6f", r > 0 ? ", " : "", took.count());
  }
  std::printf("], \"lengths\": [");
  for (int k = 0; k < counts[2]; k++) std::printf("%s%.17g", k > 0 ? ", " : "", lengths[k]);
  std::printf("]}\n");
  return 0;
}
