// Shortest paths on a flat triangle mesh by CGAL's Surface_mesh_shortest_path (Xin and Wang 2009), timed inside.
//
// Standard input: three int32, the numbers of vertices, triangles and queries; x, y of every vertex as
// doubles; three vertices of every triangle as int32; an int32 per triangle, 1 where it is free; x, y of the source
// and of every query as doubles. The triangles cover a convex region, the free ones are where paths run.
// Arguments: how many times to build, how many of the first queries to print the distances of, and what to time
// besides: any of the words located, tree, face and paths.
// Standard output: {"buildMs": [...], "locatorMs": n, "queriesPerSecondLocated": n, "queriesPerSecondGivenFace": n,
// "queriesPerSecondTree": n, "pathsPerSecond": n, "memoryMB": n, "distances": [...]}, 0 for what was not timed and a
// distance of -1 where the query is not free.
//
// Located queries walk down CGAL's triangulation hierarchy, which is faster here than its AABB tree; both are timed.

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_shortest_path.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_hierarchy_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <sys/resource.h>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point2 = Kernel::Point_2;
using Point3 = Kernel::Point_3;
using Mesh = CGAL::Surface_mesh<Point3>;
using Traits = CGAL::Surface_mesh_shortest_path_traits<Kernel, Mesh>;
using Paths = CGAL::Surface_mesh_shortest_path<Traits>;
using Location = Paths::Face_location;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Mesh>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

using Vertices = CGAL::Triangulation_hierarchy_vertex_base_2<CGAL::Triangulation_vertex_base_with_info_2<int, Kernel>>;
using Faces =
    CGAL::Triangulation_face_base_with_info_2<int, Kernel, CGAL::Constrained_triangulation_face_base_2<Kernel>>;
using Structure = CGAL::Triangulation_data_structure_2<Vertices, Faces>;
using Locator = CGAL::Triangulation_hierarchy_2<
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, Structure, CGAL::No_constraint_intersection_tag>>;

using Clock = std::chrono::steady_clock;

static double since(Clock::time_point began) {
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

template <class T>
static std::vector<T> read(std::size_t count) {
  std::vector<T> values(count);
  if (std::fread(values.data(), sizeof(T), count, stdin) != count) {
    std::fprintf(stderr, "the input ends early\n");
    std::exit(2);
  }
  return values;
}

struct Input {
  std::vector<std::int32_t> counts = read<std::int32_t>(3);
  std::vector<double> xy = read<double>(2 * std::size_t(counts[0]));
  std::vector<std::int32_t> corners = read<std::int32_t>(3 * std::size_t(counts[1]));
  std::vector<std::int32_t> free = read<std::int32_t>(counts[1]);
  std::vector<double> source = read<double>(2);
  std::vector<double> queries = read<double>(2 * std::size_t(counts[2]));

  int triangles() const { return counts[1]; }
  int queryCount() const { return counts[2]; }
  Point2 vertex(int v) const { return {xy[2 * v], xy[2 * v + 1]}; }
  Point2 query(int q) const { return {queries[2 * q], queries[2 * q + 1]}; }
};

using Triple = std::array<int, 3>;

static Triple sorted(int a, int b, int c) {
  Triple triple{a, b, c};
  std::sort(triple.begin(), triple.end());
  return triple;
}

// Our triangles as a triangulation that CGAL can walk in: every edge is a constraint, so none is flipped.
static void fill(Locator& locator, const Input& in) {
  std::vector<std::pair<Point2, int>> points;
  std::set<int> used(in.corners.begin(), in.corners.end());
  for (int v : used) points.emplace_back(in.vertex(v), v);
  std::vector<Locator::Vertex_handle> handles(in.counts[0]);
  for (auto& [p, v] : points) {
    handles[v] = locator.insert(p);
    handles[v]->info() = v;
  }
  std::set<std::pair<int, int>> edges;
  std::map<Triple, int> numbers;
  for (int t = 0; t < in.triangles(); t++) {
    const int* c = &in.corners[3 * t];
    numbers[sorted(c[0], c[1], c[2])] = t;
    for (int i = 0; i < 3; i++) edges.insert(std::minmax(c[i], c[(i + 1) % 3]));
  }
  for (auto& [a, b] : edges) locator.insert_constraint(handles[a], handles[b]);
  for (auto f : locator.all_face_handles()) f->info() = -1;
  for (auto f : locator.finite_face_handles()) {
    const auto found = numbers.find(sorted(f->vertex(0)->info(), f->vertex(1)->info(), f->vertex(2)->info()));
    if (found != numbers.end()) f->info() = found->second;
  }
}

class Map {
 public:
  explicit Map(const Input& in) : in_(in), faces_(in.triangles()) {
    std::vector<Mesh::Vertex_index> vertices(in.counts[0]);
    for (int t = 0; t < in.triangles(); t++) {
      if (!in.free[t]) continue;
      std::array<Mesh::Vertex_index, 3> c;
      for (int i = 0; i < 3; i++) {
        const int v = in.corners[3 * t + i];
        if (!vertices[v].is_valid()) vertices[v] = mesh_.add_vertex(Point3(in.xy[2 * v], in.xy[2 * v + 1], 0));
        c[i] = vertices[v];
      }
      faces_[t] = mesh_.add_face(c[0], c[1], c[2]);
    }
    fill(locator_, in);
  }

  Mesh& mesh() { return mesh_; }

  // The face that holds p, with p's coordinates in it; a null face where p is not free.
  Location locate(const Point2& p) {
    Locator::Locate_type type;
    int index;
    const auto face = locator_.locate(p, type, index);
    if (face->info() < 0 || !in_.free[face->info()]) return {Mesh::null_face(), {{0, 0, 0}}};
    return place(faces_[face->info()], p);
  }

  Location place(Mesh::Face_index face, const Point2& p) const {
    auto h = mesh_.halfedge(face);
    const Point3& a = mesh_.point(mesh_.source(h));
    const Point3& b = mesh_.point(mesh_.target(h));
    const Point3& c = mesh_.point(mesh_.target(mesh_.next(h)));
    return {face, Traits::Construct_barycentric_coordinates_in_triangle_3()(
                      Traits::Triangle_3(a, b, c), Point3(p.x(), p.y(), 0))};
  }

 private:
  const Input& in_;
  Mesh mesh_;
  Locator locator_;
  std::vector<Mesh::Face_index> faces_;
};

static double perSecond(int count, double ms) { return 1000.0 * count / ms; }

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 1;
  const int printed = argc > 2 ? std::atoi(argv[2]) : 0;
  const auto wants = [&](const char* phase) {
    return std::find_if(argv + std::min(argc, 3), argv + argc, [&](char* given) {
             return std::strcmp(given, phase) == 0;
           }) != argv + argc;
  };
  const Input in;

  auto began = Clock::now();
  Map map(in);
  const double locatorMs = since(began);
  const Location source = map.locate({in.source[0], in.source[1]});

  std::printf("{\"buildMs\": [");
  for (int k = 0; k < repetitions; k++) {
    began = Clock::now();
    Paths trial(map.mesh());
    trial.add_source_point(source);
    trial.build_sequence_tree();
    std::printf("%s%.6f", k > 0 ? ", " : "", since(began));
  }
  Paths paths(map.mesh());
  paths.add_source_point(source);
  paths.build_sequence_tree();
  std::printf("], \"locatorMs\": %.6f", locatorMs);

  const int count = in.queryCount();
  double sum = 0, located = 0, given = 0, byTree = 0, pathRate = 0;
  const auto distanceAt = [&](const Location& at) {
    return paths.shortest_distance_to_source_points(at.first, at.second).first;
  };

  if (wants("located")) {
    began = Clock::now();
    for (int q = 0; q < count; q++) {
      const Location at = map.locate(in.query(q));
      if (at.first != Mesh::null_face()) sum += distanceAt(at);
    }
    located = perSecond(count, since(began));
  }

  std::vector<Location> places;
  std::vector<Point3> free;
  if (wants("face") || wants("tree") || wants("paths")) {
    for (int q = 0; q < count; q++) {
      const Location at = map.locate(in.query(q));
      if (at.first == Mesh::null_face()) continue;
      places.push_back(at);
      free.emplace_back(in.query(q).x(), in.query(q).y(), 0);
    }
  }

  if (wants("face")) {
    began = Clock::now();
    for (const Location& at : places) sum += distanceAt(at);
    given = perSecond(places.size(), since(began));
  }

  if (wants("tree")) {
    Tree tree;
    paths.build_aabb_tree(tree);
    began = Clock::now();
    for (const Point3& p : free) sum += distanceAt(paths.locate(p, tree));
    byTree = perSecond(free.size(), since(began));
  }

  if (wants("paths")) {
    std::vector<Point3> points;
    began = Clock::now();
    for (const Location& at : places) {
      points.clear();
      paths.shortest_path_points_to_source_points(at.first, at.second, std::back_inserter(points));
      sum += points.size();
    }
    pathRate = perSecond(places.size(), since(began));
  }

  std::printf(", \"queriesPerSecondLocated\": %.1f, \"queriesPerSecondGivenFace\": %.1f", located, given);
  std::printf(", \"queriesPerSecondTree\": %.1f, \"pathsPerSecond\": %.1f", byTree, pathRate);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  // The sum is printed so that no loop can be left out.
  std::printf(", \"memoryMB\": %.1f, \"sum\": %.17g, \"distances\": [", usage.ru_maxrss / 1024.0, sum);
  for (int q = 0; q < std::min(count, printed); q++) {
    const Location at = map.locate(in.query(q));
    std::printf("%s%.17g", q > 0 ? "," : "", at.first == Mesh::null_face() ? -1 : distanceAt(at));
  }
  std::printf("]}\n");
  return 0;
}
