// See bindings_option.h.
#include "cli/stg/bindings_option.h"
#include "stg/agreement/run_bindings.h"
#include <CLI/CLI.hpp>

namespace unply {

void add_bindings_option(CLI::App& app, std::string& file) {
  app.add_option("--bindings", file, "what another run decided, from unply stg verify --save-bindings");
}

Result<void> take_bindings(const std::string& file, const stg::Program& program, stg::Bindings& bindings) {
  if (file.empty()) return {};
  const auto observed = stg::read_run_bindings(file, program);
  if (!observed) return error_of(observed);
  stg::apply(*observed, bindings);
  return {};
}

} // namespace unply
