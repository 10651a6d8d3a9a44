#include "sets/jdf.h"
#include "sets/task_classes.h"
#include "stg/program/place_text.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/options.h>
#include <map>
#include <memory>

namespace unply::sets {

namespace {

constexpr const char* kPrologue = R"(extern "C" %{{
// The task graph of {} as task classes of PaRSEC: parsec-ptgpp compiles this file.
//   ranks: a collection with one element for each process: rank_of(ranks, r) is the process r.
//   A body stands for the work of one task; dependences are control edges, so that bytes are in comments alone.
#define floord(n, d) (((n) < 0) ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define min(x, y) ((x) < (y) ? (x) : (y))
#define max(x, y) ((x) > (y) ? (x) : (y))
%}}

)";

class Writer {
public:
  Writer(const stg::Program& of, const stg::Graph& of_graph, const TaskClasses& all)
      : program(of), graph(of_graph), classes(all) {}

  Result<std::string> write() {
    std::string text = fmt::format(kPrologue, program.executable.substr(program.executable.rfind('/') + 1));
    text += "ranks [type = \"parsec_data_collection_t*\"]\n";
    for (const std::string& name : parameters()) text += fmt::format("{} [type = int]\n", name);
    for (size_t i = 0; i < classes.classes.size(); ++i) {
      auto one = task(i);
      if (!one) return one;
      text += *one;
    }
    return text;
  }

private:
  std::set<std::string> parameters() const {
    std::set<std::string> names;
    for (const TaskClass& one : classes.classes) names.merge(parameters_of(one.set));
    for (const Dependence& edge : classes.dependences) names.merge(parameters_of(edge.map));
    return names;
  }

  // The value without the conditions under which it is one, if it is a single expression.
  static Maybe<isl::pw_aff> total(const isl::pw_aff& value) {
    const isl::pw_aff everywhere =
        isl::manage(isl_pw_aff_gist(value.copy(), isl_pw_aff_domain(value.copy()))).coalesce();
    const bool single = isl_pw_aff_n_piece(everywhere.get()) == 1;
    return single && everywhere.domain().is_equal(everything(value.ctx())) ? everywhere : Maybe<isl::pw_aff>();
  }

  // Whether the ranges are empty wherever the parameters allow no instance: nb <= 0 where k is in 0 .. nb - 1.
  static bool follows_from_ranges(const TaskClass& one, const isl::set& exists) {
    const isl::set all = everything(exists.ctx());
    isl::set box = all;
    for (size_t i = 0; i < one.dims.size(); ++i) {
      const isl::pw_aff value = parameter(exists.ctx(), one.dims[i]);
      const Range range = {total(one.ranges[i].first), total(one.ranges[i].last), one.ranges[i].step};
      if (range.first.is_null() || range.last.is_null()) return false;
      box = box.intersect(within(range, value));
    }
    return box.is_equal(parameters_from(one.set, one.dims));
  }

  // Calls of macros and C's operators beyond JDF's own stand in a function.
  static std::string expression(const std::string& c) {
    return c.find_first_of("fma") != c.npos && c.find('(') != c.npos && c.find(", ") != c.npos
               ? "%{ return " + c + "; %}"
               : c;
  }

  static std::string text_in(const isl::set& context, const isl::pw_aff& value) {
    const isl::pw_aff known = isl::manage(isl_pw_aff_gist_params(value.copy(), context.copy())).coalesce();
    return expression(isl::ast_build::from_context(context).expr_from(known).to_C_str());
  }

  static std::string guard_in(const isl::set& context, const isl::set& where) {
    return isl::ast_build::from_context(context).expr_from(where.gist(context).coalesce()).to_C_str();
  }

  Result<std::string> task(size_t number) {
    const TaskClass& one = classes.classes[number];
    const stg::Node& node = graph.nodes[one.node];
    const std::string dims = fmt::format("{}", fmt::join(one.dims, ", "));
    std::string text = fmt::format("\n{}({})\n", one.name, dims);
    isl::set context = parameters_from(one.set, one.dims);
    for (size_t i = one.dims.size(); i-- > 0;) context = without_parameter(context, one.dims[i]);
    const isl::set exists = context;
    for (size_t i = 0; i < one.dims.size(); ++i) {
      const Range& range = one.ranges[i];
      const std::string first = text_in(context, range.first);
      std::string last = text_in(context, range.last);
      if (i == 0 && !follows_from_ranges(one, exists))
        last = fmt::format("({}) ? {} : {} - 1", guard_in(everything(exists.ctx()), exists), last, first);
      const std::string step = range.step == 1 ? "" : fmt::format(" .. {}", range.step);
      text += fmt::format("  {} = {} .. {}{}\n", one.dims[i], first, last, step);
      const isl::pw_aff value = parameter(context.ctx(), one.dims[i]);
      context = context.intersect(within(range, value));
    }
    text += "  : ranks(rank)\n";
    auto flows = flows_of(number, context);
    if (!flows) return flows;
    return text + *flows +
           fmt::format("BODY\n{{\n  /* {} at {}{} */\n}}\nEND\n", one.is_end ? "the end of " + node.name : work(node),
                       stg::place_text(program, {.file = node.file, .line = node.line}), bytes_of(one));
  }

  static std::string work(const stg::Node& node) {
    if (node.kind != stg::NodeKind::computation) return node.name;
    std::string text = "compute";
    if (!node.name.empty()) text += " " + node.name;
    for (const stg::PolynomialPiece& piece : node.iterations.pieces) text += ", " + piece.polynomial;
    return text + (node.iterations.pieces.empty() ? "" : " iterations");
  }

  std::string bytes_of(const TaskClass& one) const {
    for (const stg::Event& event : graph.events)
      if (!one.is_end && !event.bytes.empty() &&
          std::find(event.nodes.begin(), event.nodes.end(), one.node) != event.nodes.end())
        return fmt::format(", messages of {} bytes", event.bytes);
    return "";
  }

  // One flow for each name, with its guarded dependences.
  Result<std::string> flows_of(size_t number, const isl::set& context) {
    std::map<std::string, std::vector<std::string>> flows;
    for (const Dependence& edge : classes.dependences) {
      for (const bool out : {false, true}) {
        if ((out ? edge.source : edge.target) != number) continue;
        auto text = dependence(edge, out, context);
        if (!text) return text;
        flows[edge.flow].push_back(*text);
      }
    }
    std::string text;
    for (const auto& [flow, lines] : flows)
      for (size_t i = 0; i < lines.size(); ++i)
        text +=
            fmt::format("{}{}\n", i == 0 ? fmt::format("CTL {} ", flow) : std::string(5 + flow.size(), ' '), lines[i]);
    return text;
  }

  Result<std::string> dependence(const Dependence& edge, bool out, const isl::set& context) const {
    const TaskClass &from = classes.classes[out ? edge.source : edge.target],
                    &to = classes.classes[out ? edge.target : edge.source];
    const isl::map map = out ? isl::map(edge.map) : edge.map.reverse();
    Names partner;
    for (const std::string& name : to.dims) partner.push_back(name + std::string(kReceiver));
    Names both = from.dims;
    both.insert(both.end(), partner.begin(), partner.end());
    const isl::set whole = parameters_from(isl::manage(isl_map_wrap(map.copy())).flatten(), both);
    const isl::set where = parameters_from(map.domain(), from.dims);
    isl::set box = where;
    std::vector<std::string> arguments;
    for (size_t i = 0; i < partner.size(); ++i) {
      isl::set own = whole;
      for (size_t j = 0; j < partner.size(); ++j)
        if (j != i) own = without_parameter(own, partner[j]);
      own = with_dimensions(own, {partner[i]});
      const isl::pw_aff first = isl::manage(isl_set_dim_min(own.copy(), 0)),
                        last = isl::manage(isl_set_dim_max(own.copy(), 0)), value = parameter(whole.ctx(), partner[i]);
      box = box.intersect(value.ge_set(first)).intersect(value.le_set(last));
      const isl::set known = context.intersect(where);
      arguments.push_back(text_in(known, first));
      if (isl_pw_aff_is_equal(first.get(), last.get()) != isl_bool_true)
        arguments.back() += " .. " + text_in(known, last);
    }
    if (!box.is_equal(whole)) return fail(fmt::format("{}: its partners of {} are not in ranges", from.name, to.name));
    const std::string guard = context.is_subset(where) ? "" : "(" + expression(guard_in(context, where)) + ") ? ";
    return fmt::format("{} {}{} {}({})", out ? "->" : "<-", guard, edge.flow, to.name, fmt::join(arguments, ", "));
  }

  const stg::Program& program;
  const stg::Graph& graph;
  const TaskClasses& classes;
};

} // namespace

Result<std::string> jdf_of(const stg::Program& program, const stg::Graph& graph) {
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  isl_options_set_on_error(owner.get(), ISL_ON_ERROR_CONTINUE);
  try {
    const auto classes = task_classes(isl::ctx(owner.get()), program, graph);
    if (!classes) return error_of(classes);
    return Writer(program, graph, *classes).write();
  } catch (const isl::exception& error) {
    return fail(std::string("isl: ") + error.what());
  }
}

} // namespace unply::sets
