// Two steps: the reader takes events of nlohmann's SAX parser and appends rows; then rows are sorted by id and the ids
// at the ends of edges become rows.
#include "graph/read_json.h"
#include "base/none.h"
#include "graph/topological_order.h"
#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace unply {

namespace {
constexpr int kReadSchema = 1;
constexpr size_t kShortestEdge = sizeof R"({"to":1,"from":2},)" - 1;
constexpr const char* kFormHint =
    R"(such files are written by unply graph --format json: {"tasks":[{"id":1},{"id":2}],"edges":[{"from":1,"to":2}]})";

// A value that is no object or list; or one that is, where none is expected.
struct Scalar {
  std::string_view type; // for messages
  std::optional<uint64_t> number = std::nullopt;
  const std::string* text = nullptr;
  std::string what() const { return number ? fmt::format("the number {}", *number) : std::string(type); }
};

// Rows are built from events; `error` is set once, and stops the parser.
class GraphReader : public nlohmann::json_sax<nlohmann::json> {
public:
  // keep: without it rows are counted and checked, but none is stored.
  GraphReader(const std::string& name, const GraphSizeLimits& limits, uint64_t bytes, bool keep, bool carriers)
      : name_(name), limits_(limits), bytes_(bytes), keep_(keep), carriers_(carriers) {}

  GraphDocument document;
  std::optional<Error> error;

  bool null() override { return scalar({"null"}); }
  bool boolean(bool value) override { return scalar({value ? "true" : "false"}); }
  bool number_integer(number_integer_t) override { return scalar({"a negative number"}); }
  bool number_unsigned(number_unsigned_t value) override { return scalar({"a number", value}); }
  bool number_float(number_float_t, const std::string&) override {
    return scalar({"a number with a point or too large"});
  }
  bool string(std::string& text) override { return scalar({"a text", std::nullopt, &text}); }
  bool binary(binary_t&) override { return false; } // not in JSON
  bool start_object(size_t) override { return open("an object"); }
  bool start_array(size_t) override { return open("a list"); }
  bool key(std::string& text) override;
  bool end_object() override;
  bool end_array() override;
  bool parse_error(size_t position, const std::string& token, const nlohmann::detail::exception& problem) override;
  bool has_both_lists() const { return has_tasks_ && has_edges_; }
  const char* missing_list() const { return has_tasks_ ? "edges" : "tasks"; }

private:
  enum class Place { file, document, tasks, task, edges, edge, pairs, pair };
  enum class Key {
    other,
    schema,
    tasks,
    edges,
    id,
    region,
    label,
    self_ns,
    overhead_ns,
    trace,
    from,
    to,
    kind,
    variable,
    site_from,
    site_to,
    pairs
  };
  struct Row { // of a task or an edge, as far as its keys were read
    std::optional<uint64_t> id, region, self_ns, overhead_ns, trace, from, to;
    std::string region_name, label;
    EdgeKind kind = EdgeKind::flow;
    GraphDocument::Carrier carrier, pair; // its own, and the one of "pairs" that is being read
    std::vector<GraphDocument::Carrier> pairs;
  };

  bool refuse(std::string what, std::string hint = kFormHint) {
    error = Error{fmt::format("{}: {}", name_, what), std::move(hint)};
    return false;
  }
  std::string row_name() const {
    bool task = place_ == Place::task || place_ == Place::tasks;
    return fmt::format("{} {}", task ? "task" : "edge", (task ? tasks_ : edges_) + 1);
  }
  static Key key_named(std::string_view text, Place place);
  bool open(const char* what);
  bool scalar(const Scalar& value);
  bool field(const Scalar& value);
  bool number(std::optional<uint64_t>& into, const Scalar& value, uint64_t most);
  bool kind(const Scalar& value);
  bool words(std::string& into, const Scalar& value);
  bool end_task();
  bool end_edge();
  bool check_size();
  uint32_t region_of_row();
  uint32_t carriers_of_row();
  uint32_t new_region(std::string name) {
    document.region_names.push_back(std::move(name));
    return static_cast<uint32_t>(document.region_names.size() - 1);
  }

  const std::string& name_;
  const GraphSizeLimits& limits_;
  uint64_t bytes_, tasks_ = 0, edges_ = 0;
  bool keep_, carriers_;
  Place place_ = Place::file;
  Key key_ = Key::other;
  std::string key_text_;
  uint64_t skipping_ = 0; // depth inside the value of a key that is passed over
  bool has_tasks_ = false, has_edges_ = false;
  Row row_;
  std::unordered_map<uint64_t, uint32_t> region_by_number_;
  std::unordered_map<std::string, uint32_t> region_by_name_, carriers_by_words_;
};

GraphReader::Key GraphReader::key_named(std::string_view text, Place place) {
  struct Known {
    Place place;
    std::string_view text;
    Key key;
  };
  constexpr Known kKnown[] = {{Place::document, "schema", Key::schema},
                              {Place::document, "tasks", Key::tasks},
                              {Place::document, "edges", Key::edges},
                              {Place::task, "id", Key::id},
                              {Place::task, "region", Key::region},
                              {Place::task, "label", Key::label},
                              {Place::task, "self_ns", Key::self_ns},
                              {Place::task, "overhead_ns", Key::overhead_ns},
                              {Place::task, "trace", Key::trace},
                              {Place::edge, "from", Key::from},
                              {Place::edge, "to", Key::to},
                              {Place::edge, "kind", Key::kind},
                              {Place::edge, "variable", Key::variable},
                              {Place::edge, "site_from", Key::site_from},
                              {Place::edge, "site_to", Key::site_to},
                              {Place::edge, "pairs", Key::pairs},
                              {Place::pair, "variable", Key::variable},
                              {Place::pair, "site_from", Key::site_from},
                              {Place::pair, "site_to", Key::site_to}};
  for (const Known& known : kKnown)
    if (known.place == place && known.text == text) return known.key;
  return Key::other;
}

bool GraphReader::key(std::string& text) {
  if (skipping_ > 0) return true;
  key_ = key_named(text, place_);
  if (key_ != Key::other) key_text_.swap(text);
  return true;
}

bool GraphReader::open(const char* what) {
  bool object = what == std::string_view("an object");
  bool in_list = place_ == Place::tasks || place_ == Place::edges || place_ == Place::pairs;
  if (skipping_ > 0 || (place_ != Place::file && key_ == Key::other && !in_list)) {
    ++skipping_;
    return true;
  }
  if (place_ == Place::file && object) {
    place_ = Place::document;
  } else if (place_ == Place::document && !object && (key_ == Key::tasks || key_ == Key::edges)) {
    bool& seen = key_ == Key::tasks ? has_tasks_ : has_edges_;
    if (seen) return refuse(fmt::format("\"{}\" comes twice", key_text_));
    seen = true;
    place_ = key_ == Key::tasks ? Place::tasks : Place::edges;
  } else if ((place_ == Place::tasks || place_ == Place::edges) && object) {
    place_ = place_ == Place::tasks ? Place::task : Place::edge;
    row_ = Row();
  } else if (place_ == Place::edge && !object && key_ == Key::pairs) {
    place_ = Place::pairs;
  } else if (place_ == Place::pairs && object) {
    place_ = Place::pair;
    row_.pair = {};
  } else {
    if (!scalar({what, {}})) return false;
    ++skipping_;
  }
  key_ = Key::other;
  return true;
}

// Also reports objects and lists in unexpected places.
bool GraphReader::scalar(const Scalar& value) {
  if (skipping_ > 0) return true;
  switch (place_) {
  case Place::file:
    return refuse(fmt::format("is {}, expected an object", value.what()));
  case Place::tasks:
  case Place::edges:
    return refuse(fmt::format("{} is {}, expected an object", row_name(), value.what()));
  case Place::pairs:
    return true; // as in words()
  case Place::document:
    if (key_ == Key::tasks || key_ == Key::edges)
      return refuse(fmt::format("\"{}\" is {}, expected a list", key_text_, value.what()));
    if (key_ == Key::schema && value.number != uint64_t{kReadSchema})
      return refuse(fmt::format("\"schema\" is {}, expected {}", value.what(), kReadSchema),
                    "unply --version shows this version; a newer one wrote the file");
    return true;
  case Place::task:
  case Place::edge:
  case Place::pair:
    return field(value);
  }
  return true;
}

bool GraphReader::number(std::optional<uint64_t>& into, const Scalar& value, uint64_t most) {
  if (!value.number)
    return refuse(
        fmt::format("{}: \"{}\" is {}, expected a whole number from 0 on", row_name(), key_text_, value.what()));
  if (*value.number > most)
    return refuse(fmt::format("{}: \"{}\" is {}, at most {} fits", row_name(), key_text_, *value.number, most));
  into = value.number;
  return true;
}

bool GraphReader::kind(const Scalar& value) {
  for (EdgeKind known : kAllEdgeKinds)
    if (value.text != nullptr && kind_name(known) == *value.text) {
      row_.kind = known;
      return true;
    }
  return refuse(fmt::format("{}: \"kind\" is {}, expected \"flow\", \"anti\", \"output\" or \"extension\"", row_name(),
                            value.text ? fmt::format("\"{}\"", *value.text) : value.what()));
}

// Other programs may use such a key differently: values that are not texts are ignored.
bool GraphReader::words(std::string& into, const Scalar& value) {
  if (carriers_ && value.text != nullptr) into = *value.text;
  return true;
}

bool GraphReader::field(const Scalar& value) {
  GraphDocument::Carrier& carrier = place_ == Place::pair ? row_.pair : row_.carrier;
  constexpr uint64_t kAny = std::numeric_limits<uint64_t>::max(), kMostId = std::numeric_limits<uint32_t>::max();
  switch (key_) {
  case Key::id:
    return number(row_.id, value, kMostId);
  case Key::from:
    return number(row_.from, value, kMostId);
  case Key::to:
    return number(row_.to, value, kMostId);
  case Key::trace:
    return number(row_.trace, value, kMostId);
  case Key::self_ns:
    return number(row_.self_ns, value, kAny);
  case Key::overhead_ns:
    return number(row_.overhead_ns, value, kAny);
  case Key::region:
    if (value.text == nullptr) return number(row_.region, value, kAny);
    row_.region_name = *value.text;
    return true;
  case Key::label:
    if (value.text == nullptr)
      return refuse(fmt::format("{}: \"label\" is {}, expected a text", row_name(), value.what()));
    row_.label = *value.text;
    return true;
  case Key::kind:
    return kind(value);
  case Key::variable:
    return words(carrier.variable, value);
  case Key::site_from:
    return words(carrier.site_from, value);
  case Key::site_to:
    return words(carrier.site_to, value);
  default:
    return true;
  }
}

// unply's own labels are "7 heat.cpp:14": id and task region. Others say nothing of the region.
uint32_t GraphReader::region_of_row() {
  if (!row_.region && row_.region_name.empty()) row_.region_name = "task";
  if (!row_.region) {
    auto known = region_by_name_.find(row_.region_name);
    if (known != region_by_name_.end()) return known->second;
    return region_by_name_[row_.region_name] = new_region(row_.region_name);
  }
  auto known = region_by_number_.find(*row_.region);
  if (known != region_by_number_.end()) return known->second;
  std::string own = fmt::format("{} ", *row_.id), region = fmt::format("region {}", *row_.region);
  if (row_.label.starts_with(own) && row_.label.size() > own.size()) region = row_.label.substr(own.size());
  return region_by_number_[*row_.region] = new_region(std::move(region));
}

uint32_t GraphReader::carriers_of_row() {
  if (row_.pairs.empty()) row_.pairs.push_back(row_.carrier);
  std::string words;
  for (const GraphDocument::Carrier& carrier : row_.pairs)
    words += std::to_string(carrier.variable.size()) + ' ' + std::to_string(carrier.site_from.size()) + ' ' +
             std::to_string(carrier.site_to.size()) + ' ' + carrier.variable + carrier.site_from + carrier.site_to;
  auto [place, added] =
      carriers_by_words_.try_emplace(std::move(words), static_cast<uint32_t>(document.carriers.size()));
  if (added) document.carriers.push_back(row_.pairs);
  return place->second;
}

bool GraphReader::check_size() {
  if (tasks_ > limits_.tasks) return refuse(fmt::format("has more than {} tasks, no more fit", limits_.tasks));
  if (edges_ > limits_.edges)
    return refuse(fmt::format("has more than {} edges, no more fit", limits_.edges),
                  "write fewer dependences (--kinds flow), one trace region (--trace), or coarser tasks");
  return true;
}

bool GraphReader::end_task() {
  if (!row_.id) return refuse(fmt::format("{} has no \"id\"", row_name()));
  uint64_t self_ns = row_.self_ns.value_or(0), overhead_ns = row_.overhead_ns.value_or(0);
  if (overhead_ns > self_ns)
    return refuse(
        fmt::format("{}: \"overhead_ns\" is {}, at most \"self_ns\" {} fits", row_name(), overhead_ns, self_ns));
  ++tasks_;
  document.untimed += !row_.self_ns;
  if (!keep_) return check_size();
  document.region.push_back(region_of_row());
  document.id.push_back(static_cast<uint32_t>(*row_.id));
  document.trace.push_back(static_cast<uint32_t>(row_.trace.value_or(0)));
  document.work_ns.push_back(self_ns - overhead_ns);
  return check_size();
}

bool GraphReader::end_edge() {
  if (!row_.from || !row_.to) return refuse(fmt::format("{} has no \"{}\"", row_name(), row_.from ? "to" : "from"));
  ++edges_;
  if (keep_) document.edges.push_back({static_cast<uint32_t>(*row_.from), static_cast<uint32_t>(*row_.to), row_.kind});
  if (keep_ && carriers_) document.carriers_of.push_back(carriers_of_row());
  return check_size();
}

bool GraphReader::end_object() {
  if (skipping_ > 0) {
    --skipping_;
    return true;
  }
  key_ = Key::other;
  switch (place_) {
  case Place::task:
    place_ = Place::tasks;
    return end_task();
  case Place::edge:
    place_ = Place::edges;
    return end_edge();
  case Place::pair:
    place_ = Place::pairs;
    if (carriers_) row_.pairs.push_back(row_.pair);
    return true;
  default:
    place_ = Place::file;
    return true;
  }
}

bool GraphReader::end_array() {
  if (skipping_ > 0)
    --skipping_;
  else
    place_ = place_ == Place::pairs ? Place::edge : Place::document;
  key_ = Key::other;
  return true;
}

bool GraphReader::parse_error(size_t position, const std::string&, const nlohmann::detail::exception& problem) {
  if (position > bytes_)
    return refuse(fmt::format("ends after {} bytes, inside {}", bytes_,
                              place_ == Place::file                             ? "nothing that JSON knows"
                              : place_ == Place::document                       ? "the outermost object"
                              : place_ == Place::tasks || place_ == Place::task ? "the list of tasks"
                                                                                : "the list of edges"),
                  "the file is truncated: write or copy it again");
  std::string_view why = problem.what();
  if (size_t dash = why.find(" - "); dash != std::string_view::npos) why.remove_prefix(dash + 3);
  return refuse(fmt::format("is not JSON at byte {}: {}", position, why));
}

// Rows ascending by id; fails on an id that comes twice.
Result<void> sort_tasks(GraphDocument& document, const std::string& name) {
  if (std::ranges::adjacent_find(document.id, std::greater_equal<>()) == document.id.end()) return {};
  std::vector<uint32_t> row(document.tasks());
  std::iota(row.begin(), row.end(), 0);
  std::ranges::sort(row, {}, [&](uint32_t r) { return std::pair(document.id[r], r); });
  for (size_t i = 1; i < row.size(); ++i)
    if (document.id[row[i - 1]] == document.id[row[i]])
      return fail(fmt::format("{}: tasks {} and {} have the same \"id\" {}", name, row[i - 1] + 1, row[i] + 1,
                              document.id[row[i]]),
                  "each task needs a unique id");
  auto arrange = [&](auto& column) {
    std::remove_reference_t<decltype(column)> sorted;
    sorted.reserve(row.size());
    for (uint32_t r : row) sorted.push_back(column[r]);
    column = std::move(sorted);
  };
  arrange(document.id);
  arrange(document.region);
  arrange(document.trace);
  arrange(document.work_ns);
  return {};
}

// The id at the end of an edge becomes the row that has it. Precondition: ids are ascending.
Result<void> resolve_edges(GraphDocument& document, const std::string& name) {
  const std::vector<uint32_t>& ids = document.id;
  bool dense = !ids.empty() && ids.back() - ids.front() == ids.size() - 1;
  auto row_of = [&](uint32_t id) -> uint32_t {
    if (dense) return id >= ids.front() && id <= ids.back() ? id - ids.front() : kNone;
    auto found = std::ranges::lower_bound(ids, id);
    return found != ids.end() && *found == id ? static_cast<uint32_t>(found - ids.begin()) : kNone;
  };
  for (size_t e = 0; e < document.edges.size(); ++e) {
    GraphDocument::Edge& edge = document.edges[e];
    uint32_t from = row_of(edge.from), to = row_of(edge.to);
    if (from == kNone || to == kNone)
      return fail(fmt::format("{}: edge {} leads {} task {}, which is not among the {} tasks", name, e + 1,
                              from == kNone ? "from" : "to", from == kNone ? edge.from : edge.to, ids.size()),
                  "\"from\" and \"to\" are \"id\" of tasks in the same file");
    edge.from = from, edge.to = to;
  }
  return {};
}

std::string cycle_text(const std::vector<uint32_t>& cycle, const std::vector<uint32_t>& ids) {
  constexpr size_t kShown = 12;
  std::string text;
  for (size_t i = 0; i < cycle.size() && i < kShown; ++i) text += fmt::format("{} -> ", ids[cycle[i]]);
  if (cycle.size() > kShown) text += fmt::format("... {} more -> ", cycle.size() - kShown);
  return text + std::to_string(ids[cycle[0]]);
}

// Vertex i becomes the one that had number order[i].
void rearrange(TaskGraph& graph, std::vector<DagEdge>& edges, const std::vector<uint32_t>& order) {
  std::vector<uint32_t> place(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  for (DagEdge& e : edges) e = {place[e.from], place[e.to]};
  TaskGraph old = std::move(graph);
  graph = TaskGraph();
  graph.region_names = std::move(old.region_names);
  for (uint32_t v : order) {
    graph.id.push_back(old.id[v]);
    graph.region.push_back(old.region[v]);
    graph.work_ns.push_back(old.work_ns[v]);
  }
}
} // namespace

bool looks_like_json(std::span<const uint8_t> bytes) {
  auto first = std::ranges::find_if(bytes, [](uint8_t c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r'; });
  return first != bytes.end() && *first == '{';
}

static Result<GraphDocument> read_rows(std::span<const uint8_t> bytes, const std::string& name,
                                       const GraphSizeLimits& limits, bool keep, bool carriers) {
  GraphReader reader(name, limits, bytes.size(), keep, carriers);
  const char* text = reinterpret_cast<const char*>(bytes.data());
  bool read = nlohmann::json::sax_parse(text, text + bytes.size(), &reader);
  if (reader.error) return std::unexpected(*reader.error);
  if (!read) return fail(fmt::format("{}: is not JSON", name), kFormHint);
  if (!reader.has_both_lists()) return fail(fmt::format("{}: has no \"{}\"", name, reader.missing_list()), kFormHint);
  return std::move(reader.document);
}

Result<GraphDocument> read_graph_json(std::span<const uint8_t> bytes, const std::string& name,
                                      const GraphSizeLimits& limits, bool with_carriers) {
  // A file long enough to hold too many edges is counted first: keeping them would take 25 GiB before it is refused.
  if (bytes.size() / kShortestEdge > limits.edges)
    if (auto counted = read_rows(bytes, name, limits, false, false); !counted) return counted;
  auto document = read_rows(bytes, name, limits, true, with_carriers);
  if (!document) return document;
  TRY(sort_tasks(*document, name));
  TRY(resolve_edges(*document, name));
  return document;
}

Result<TaskGraph> task_graph_of(const GraphDocument& document, uint32_t trace, KindSet kinds, const std::string& name) {
  TaskGraph graph;
  std::vector<uint32_t> vertex(document.tasks(), kNone), region(document.region_names.size(), kNone);
  for (uint32_t row = 0; row < document.tasks(); ++row) {
    if (document.trace[row] != trace) continue;
    vertex[row] = static_cast<uint32_t>(graph.id.size());
    uint32_t& own_region = region[document.region[row]];
    if (own_region == kNone) {
      own_region = static_cast<uint32_t>(graph.region_names.size());
      graph.region_names.push_back(document.region_names[document.region[row]]);
    }
    graph.id.push_back(document.id[row]);
    graph.region.push_back(own_region);
    graph.work_ns.push_back(document.work_ns[row]);
  }
  std::vector<DagEdge> edges;
  for (const GraphDocument::Edge& e : document.edges)
    if (kinds.contains(e.kind) && vertex[e.from] != kNone && vertex[e.to] != kNone)
      edges.push_back({vertex[e.from], vertex[e.to]});
  TopologicalOrder order = topological_order(static_cast<uint32_t>(graph.id.size()), edges);
  if (!order.acyclic())
    return fail(fmt::format("{}: tasks {} depend on each other in a cycle", name, cycle_text(order.cycle, graph.id)),
                "an execution graph has none: each task depends on earlier ones only");
  if (!std::ranges::is_sorted(order.order)) rearrange(graph, edges, order.order);
  auto dag = Dag::from_edges(static_cast<uint32_t>(graph.id.size()), edges);
  if (!dag) return std::unexpected(dag.error().about(name));
  graph.dag = std::move(*dag);
  return graph;
}

} // namespace unply
