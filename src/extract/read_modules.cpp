#include "extract/read_modules.h"
#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MemoryBuffer.h>

namespace unply::extract {
namespace {

using namespace llvm;

std::vector<std::string> split_section(StringRef section) {
  std::vector<std::string> modules;
  const StringRef mark(kBitcodeMark);
  for (size_t at = section.find(mark); at != StringRef::npos; at = section.find(mark, at)) {
    at += mark.size();
    if (section.size() - at < 8) break;
    const uint64_t size = support::endian::read64le(section.data() + at);
    at += 8;
    if (size > section.size() - at) break;
    modules.push_back(section.substr(at, size).str());
    at += size;
  }
  return modules;
}

Result<std::vector<std::string>> bitcode_of(const std::string& file) {
  auto buffer = MemoryBuffer::getFile(file, false, false);
  if (!buffer) return fail(fmt::format("{}: {}", file, buffer.getError().message()));
  const StringRef bytes = (*buffer)->getBuffer();
  if (isBitcode(reinterpret_cast<const unsigned char*>(bytes.begin()),
                reinterpret_cast<const unsigned char*>(bytes.end())))
    return std::vector<std::string>{bytes.str()};
  auto object = object::ObjectFile::createObjectFile((*buffer)->getMemBufferRef());
  if (!object) {
    consumeError(object.takeError());
    return fail(fmt::format("{}: neither an executable nor bitcode", file));
  }
  std::vector<std::string> modules;
  for (const object::SectionRef& section : (*object)->sections()) {
    auto name = section.getName();
    if (!name || *name != kBitcodeSection) {
      if (!name) consumeError(name.takeError());
      continue;
    }
    if (auto contents = section.getContents())
      modules = split_section(*contents);
    else
      consumeError(contents.takeError());
  }
  return modules;
}

} // namespace

Result<LinkedModule> read_modules(const std::vector<std::string>& files, LLVMContext& context) {
  LinkedModule linked{.module = std::make_unique<Module>("program", context)};
  Linker linker(*linked.module);
  for (const std::string& file : files) {
    auto parts = bitcode_of(file);
    if (!parts) return error_of(parts);
    for (const std::string& part : *parts) {
      // The linker then reads the functions that it takes, and those that several objects have only once.
      auto module = getLazyBitcodeModule(MemoryBufferRef(part, file), context, true);
      if (!module) return fail(fmt::format("{}: {}", file, toString(module.takeError())), "build it again");
      const std::string source = (*module)->getSourceFileName();
      if (linker.linkInModule(std::move(*module)))
        linked.unseen.push_back(fmt::format("{}: its bitcode cannot be linked with the rest", source));
      else
        ++linked.parts;
    }
  }
  if (linked.parts == 0)
    return fail(fmt::format("{}: carries no bitcode", files.empty() ? "unply_extract" : files.front()),
                "build it with unply stg build -- COMMAND");
  return linked;
}

} // namespace unply::extract
