// unply_extract FILE... -o PROGRAM.json: the message-passing skeleton of an executable that carries its bitcode.
#include "extract/emit.h"
#include "extract/read_modules.h"
#include "stg/program/program_file.h"
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <llvm/IR/DiagnosticInfo.h>
#include <nlohmann/json.hpp>

namespace unply::extract {
namespace {

bool counts_at_most(const stg::Program& program) {
  for (const stg::Procedure& procedure : program.procedures)
    for (const stg::Computation& computation : procedure.computations)
      for (const stg::Work& work : computation.work)
        if (work.at_most) return true;
  return false;
}

Result<stg::Program> extract_program(const std::vector<std::string>& files) {
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {}, nullptr);
  auto linked = read_modules(files, context);
  if (!linked) return error_of(linked);
  llvm::Module& module = *linked->module;
  const llvm::Function* main = module.getFunction("main");
  if (!main || main->isDeclaration())
    return fail(files.front() + ": main is not in its bitcode", "build the file with main by unply stg build as well");
  Prepared prepared = prepare(module);
  cut_failures(module, prepared);
  const PointsTo points_to(module);
  const Memory memory(module, prepared, points_to);
  Slice slice(module, prepared, points_to, memory);
  stg::Program program{.executable = files.front()};
  Tables tables{.module = module,
                .prepared = prepared,
                .points_to = points_to,
                .memory = memory,
                .slice = slice,
                .program = program,
                .places = Places(program)};
  write_program(tables);
  program.assumptions = prepared.assumptions;
  program.assumptions.insert(program.assumptions.begin(), "integers do not overflow");
  if (counts_at_most(program))
    program.assumptions.push_back("work under conditions that decide no message counts as if they held: \"at most\"");
  program.unseen.insert(program.unseen.end(), linked->unseen.begin(), linked->unseen.end());
  program.unseen.insert(program.unseen.end(), prepared.unseen.begin(), prepared.unseen.end());
  if (auto checked = stg::check_program(program); !checked) return error_of(checked);
  return program;
}

int fail_with(const Error& error) {
  std::cerr << "unply: error: " << error.what << "\n";
  if (!error.hint.empty()) std::cerr << "  hint: " << error.hint << "\n";
  return 2;
}

} // namespace
} // namespace unply::extract

int main(int argc, char** argv) {
  using namespace unply;
  std::vector<std::string> files;
  std::string output;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "-o" && i + 1 < argc)
      output = argv[++i];
    else
      files.push_back(argv[i]);
  }
  if (files.empty()) return extract::fail_with({"unply_extract: no file", "unply_extract FILE... [-o PROGRAM.json]"});
  const auto program = extract::extract_program(files);
  if (!program) return extract::fail_with(program.error());
  const std::string text = stg::json_of(*program).dump(1) + "\n";
  if (output.empty()) {
    std::cout << text;
    return 0;
  }
  std::ofstream file(output);
  file << text;
  return file.flush() ? 0 : extract::fail_with({output + ": cannot be written", ""});
}
