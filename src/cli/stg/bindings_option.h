// --bindings of the verbs of `unply stg`: what another run decided, as unply stg verify --save-bindings wrote it.
#pragma once
#include "base/result.h"
#include "stg/run/rank_machine.h"

namespace CLI {
class App;
}

namespace unply {

void add_bindings_option(CLI::App& app, std::string& file);
// Adds them to what --at gives, which wins. Nothing where `file` is empty.
// Errors: unreadable or damaged, of another program.
Result<void> take_bindings(const std::string& file, const stg::Program& program, stg::Bindings& bindings);

} // namespace unply
