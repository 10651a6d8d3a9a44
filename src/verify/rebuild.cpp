#include "verify/rebuild.h"
#include "collect/subprocess.h"
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace unply {
using Words = std::vector<std::string>;

Words Rebuild::words_of(const BuildCommand& command, const AddedArguments& added) const {
  Words words{"env", "-C", copy_.inside(command.directory), compiler_(command.verb), "-w"};
  if (command.links) // in front, where the linker takes them before archives
    for (const std::string& object : objects_not_named()) words.push_back(object);
  for (const std::string& argument : command.arguments) words.push_back(copy_.word_inside(argument));
  words.insert(words.end(), added.compile.begin(), added.compile.end());
  if (command.links) words.insert(words.end(), added.link.begin(), added.link.end());
  return words;
}

Words Rebuild::objects_not_named() const {
  Words named, missing;
  for (const BuildCommand& command : commands_)
    if (command.links)
      for (std::string& input : linked_inputs(command)) named.push_back(std::move(input));
  for (const BuildCommand& command : commands_) {
    const std::string object = command.links ? "" : object_of(command);
    if (!object.empty() && std::ranges::find(named, object) == named.end()) missing.push_back(copy_.inside(object));
  }
  return missing;
}

BuildResult Rebuild::run(const std::string& changed, bool all, const AddedByVerb& added) const {
  auto compiles = [&](const BuildCommand& command) {
    const Words sources = sources_of(command);
    return std::ranges::find(sources, changed) != sources.end();
  };
  const bool is_source = std::ranges::any_of(commands_, compiles);
  bool fortran = false; // files of modules are read and written by several commands
  std::vector<Words> compile, link;
  for (const BuildCommand& command : commands_) {
    const bool touched = !changed.empty() && (!is_source || compiles(command));
    fortran |= command.verb == "fc";
    if (command.links)
      link.push_back(words_of(command, added(command.verb, touched)));
    else if (all || touched)
      compile.push_back(words_of(command, added(command.verb, touched)));
  }
  BuildResult result;
  result.compiled = compile.empty() ? link.size() : compile.size();
  std::mutex mutex;
  auto run_one = [&](const Words& words) {
    const FinishedProcess finished = run_program(words);
    const std::lock_guard lock(mutex);
    if (finished.ok() || !result.ok) return;
    result.ok = false;
    result.output = copy_.outside(finished.output);
  };
  const size_t at_once = fortran ? 1 : std::max(1U, std::thread::hardware_concurrency());
  std::atomic<size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < std::min(at_once, compile.size()); ++i)
      threads.emplace_back([&] {
        for (size_t at; (at = next++) < compile.size();) run_one(compile[at]);
      });
  }
  for (const Words& words : link)
    if (result.ok) run_one(words);
  return result;
}

} // namespace unply
