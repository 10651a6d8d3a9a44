// Collectives: each is an event of its own node.
#include "sets/events.h"
#include "stg/program/collectives.h"
#include <fmt/format.h>

namespace unply::sets {

namespace {

std::optional<Pattern> pattern_of(Call call) {
  switch (stg::collective_kind(call)) {
  case stg::CollectiveKind::barrier:
    return Pattern::barrier;
  case stg::CollectiveKind::broadcast:
    return Pattern::broadcast;
  case stg::CollectiveKind::reduction:
    return Pattern::reduction;
  case stg::CollectiveKind::gather:
    return Pattern::gather;
  case stg::CollectiveKind::scatter:
    return Pattern::scatter;
  case stg::CollectiveKind::all_to_all:
    return Pattern::all_to_all;
  case stg::CollectiveKind::scan:
    return Pattern::scan;
  default:
    return {};
  }
}

} // namespace

Expression message_bytes(Walk& walk, const CommNode& node, Role count_role, Role type_role, SumOfMonomials* sum) {
  Expression bytes{.role = "bytes"};
  const auto count = node.arguments.find(count_role), type = node.arguments.find(type_role);
  if (count == node.arguments.end() || type == node.arguments.end()) return bytes;
  const auto handle = constant_of(type->second);
  const auto& handles = predefined_handles();
  if (!handle || *handle < kPredefined || size_t(*handle - kPredefined) >= handles.size()) {
    bytes.tier = Tier::evaluable;
    bytes.text = count->second.text + " of a derived datatype";
    return bytes;
  }
  const int64_t size = handles[size_t(*handle - kPredefined)].bytes;
  const Symbolic& number = count->second;
  const auto whole = number.value.is_null() ? std::nullopt : sum_of(number.value);
  if (!whole) {
    bytes.tier = std::max(number.tier, Tier::evaluable);
    bytes.text = size == 1 ? number.text : fmt::format("{}*({})", size, number.text);
    return bytes;
  }
  const SumOfMonomials all = product(*whole, constant_sum(size));
  bytes.text = text_of(all), bytes.tier = walk.tier_of(parameters_of(number.value), nullptr, nullptr);
  if (sum) *sum = all;
  return bytes;
}

void add_collective_events(NodeList& list) {
  const auto& handles = predefined_handles();
  for (const CommNode& node : list.operations) {
    const auto pattern = pattern_of(node.operation->call);
    if (!pattern) continue;
    const InstanceSet& instances = list.graph.nodes[node.node].instances;
    Event event{.pattern = *pattern, .text = node.operation->name, .tier = instances.tier, .reason = instances.reason};
    event.id = uint32_t(list.graph.events.size());
    const auto op = node.arguments.find(Role::op), root = node.arguments.find(Role::root);
    const auto handle = op == node.arguments.end() ? std::nullopt : constant_of(op->second);
    if (handle && *handle >= kPredefined && size_t(*handle - kPredefined) < handles.size())
      event.text += fmt::format(" with {}", handles[size_t(*handle - kPredefined)].name);
    if (root != node.arguments.end()) event.text += fmt::format(", root {}", root->second.text);
    event.bytes = message_bytes(list.walk, node, Role::count, Role::datatype, nullptr).text;
    event.communicator = communicator_of(node, Role::comm);
    if (event.communicator.starts_with("?")) event.communicator.erase(0, 1);
    event.nodes = {node.node};
    list.graph.events.push_back(std::move(event));
  }
}

} // namespace unply::sets
