// Reads library_models.def; its head comment has the grammar. About 0.2 ms, once for each run of the compiler.
#include "model_list.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kText =
#include "library_models.def"
    ;

constexpr std::pair<StringLiteral, UnplyTerm> kTerms[] = {
    {"ret", kTermResult},
    {"to", kTermTo},
    {"str", kTermString},
    {"wstr", kTermWideString},
    {"end", kTermEnd},
    {"num", kTermNumber},
    {"wnum", kTermWideNumber},
    {"cmp", kTermCompare},
    {"icmp", kTermCompareFolded},
    {"wcmp", kTermWideCompare},
    {"wicmp", kTermWideCompareFolded},
    {"tok", kTermToken},
    {"cut", kTermCut},
    {"sep", kTermSeparate},
    {"sepcut", kTermSeparateCut},
    {"wtok", kTermWideToken},
    {"wcut", kTermWideCut},
    {"cat", kTermAppend},
    {"lcat", kTermBoundedAppend},
    {"wcat", kTermWideAppend},
    {"at", kTermAt},
    {"iov", kTermBuffers},
    {"msg", kTermMessage},
    {"fmt", kTermFormat},
    {"vfmt", kTermFormatList},
    {"wfmt", kTermWideFormat},
    {"wvfmt", kTermWideFormatList},
    {"scan", kTermScan},
    {"vscan", kTermScanList},
    {"wscan", kTermWideScan},
    {"wvscan", kTermWideScanList},
    {"file", kTermFile},
    {"last", kTermLast},
    {"tree", kTermTree},
    {"next", kTermNext},
    {"previous", kTermPrevious},
    {"links", kTermLinks},
    {"stream", kTermStream},
    {"taken", kTermTaken},
    {"got", kTermGot},
    {"put", kTermPut},
    {"string", kTermStringObject},
};

class EffectReader {
public:
  EffectReader(StringRef text, StringRef line) : rest_(text), line_(line) {}

  void read(Model& model) {
    const char kind = take();
    read_place(effect_.base, effect_.path);
    if (rest_.consume_front("|")) {
      read_place(effect_.other, effect_.other_path);
      if (effect_.other == kPlaceHidden) { // not its address, but the value there
        if (hidden_ != "strtok state") fail("no pointer is kept there");
        effect_.other = kPlaceStrtok;
        hidden_.clear();
      }
    }
    if (rest_.consume_front("+")) effect_.offset = number();
    if (rest_.consume_front("[")) {
      read_length();
      expect("]");
    } else if (effect_.base >= kPlaceNone || effect_.base == kPlaceResult) {
      fail("no length");
    } else {
      const bool stream = effect_.base <= kPlaceStdin && effect_.base >= kPlaceStderr;
      effect_.term = stream ? kTermFile : kTermBytes;
      effect_.argument = stream ? -1 : 8;
    }
    if (rest_.consume_front("?")) effect_.flags |= kEffectIfSucceeded;
    if (!rest_.empty()) fail("'" + rest_ + "' behind an effect");
    model.arguments = std::max(model.arguments, arguments_);
    add(kind, model);
  }

private:
  [[noreturn]] void fail(const Twine& what) const { report_fatal_error("library_models.def: " + line_ + ": " + what); }

  char take() {
    if (rest_.empty()) fail("an effect ends early");
    const char first = rest_.front();
    rest_ = rest_.drop_front();
    return first;
  }
  void expect(StringRef text) {
    if (!rest_.consume_front(text)) fail("'" + text + "' expected at '" + rest_ + "'");
  }
  int16_t number() {
    unsigned value = 0;
    if (rest_.consumeInteger(10, value) || value > 32767) fail("number expected at '" + rest_ + "'");
    return static_cast<int16_t>(value);
  }
  int16_t argument() {
    const int16_t which = number();
    arguments_ = std::max(arguments_, static_cast<unsigned>(which) + 1);
    return which;
  }

  void read_place(int16_t& base, int16_t& path) {
    path = -1;
    if (rest_.consume_front("ret")) {
      base = kPlaceResult;
    } else if (rest_.consume_front("{")) {
      read_hidden(base, path);
      expect("}");
    } else {
      base = argument();
    }
    if (rest_.consume_front(">")) path = number();
  }

  void read_hidden(int16_t& base, int16_t& path) {
    const StringRef name = rest_.take_until([](char c) { return c == '}'; });
    rest_ = rest_.drop_front(name.size());
    hidden_ = name.str();
    base = static_cast<int16_t>(StringSwitch<int>(name)
                                    .Case("stdin", kPlaceStdin)
                                    .Case("stdout", kPlaceStdout)
                                    .Case("stderr", kPlaceStderr)
                                    .Default(kPlaceHidden));
    StringRef digits = name;
    unsigned which = 0;
    if (digits.consume_front("fd") && !digits.getAsInteger(10, which)) {
      base = kPlaceDescriptor;
      path = static_cast<int16_t>(which);
      arguments_ = std::max(arguments_, which + 1);
      hidden_ = "file descriptor state";
    } else if (base == kPlaceHidden) {
      hidden_ += " state";
      path = static_cast<int16_t>(xxh3_64bits(name) % kUnplyHidden);
    }
  }

  // Terms by name; those with @ or # behind take an argument.
  void read_term(int16_t& term, int16_t& which) {
    which = -1;
    if (rest_.consume_front("#")) {
      term = kTermArgument;
      which = argument();
      return;
    }
    if (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      term = kTermBytes;
      which = number();
      return;
    }
    const StringRef name = rest_.take_while([](char c) { return c >= 'a' && c <= 'z'; });
    rest_ = rest_.drop_front(name.size());
    const auto* known = find_if(kTerms, [&](const auto& one) { return one.first == name; });
    if (known == std::end(kTerms)) fail("unknown term '" + name + "'");
    term = known->second;
    if (rest_.consume_front("@") || rest_.consume_front("#")) {
      // The further arguments of a format may be none.
      which = term == kTermFormat || term == kTermWideFormat || term == kTermScan || term == kTermWideScan ? number()
                                                                                                           : argument();
    }
  }

  void read_operand(int16_t& kind, int16_t& value) {
    if (rest_.consume_front("#")) {
      kind = kOperandArgument;
      value = argument();
    } else if (rest_.consume_front("len@")) {
      kind = kOperandLength;
      value = argument();
    } else if (rest_.consume_front("ret")) {
      kind = kOperandResult;
    } else {
      kind = kOperandConstant;
      value = number();
    }
  }

  void read_length() {
    read_term(effect_.term, effect_.argument);
    if (rest_.consume_front("+")) read_operand(effect_.plus_kind, effect_.plus);
    if (rest_.consume_front("<")) read_operand(effect_.limit_kind, effect_.limit);
    if (rest_.consume_front("*")) read_operand(effect_.factor_kind, effect_.factor);
    if (rest_.consume_front("|")) read_term(effect_.otherwise, effect_.otherwise_argument);
    if (rest_.consume_front("*")) effect_.otherwise_factor = number();
  }

  // Tells whether the effect needs the result or the memory written by the call.
  bool depends_on_call(bool write) const {
    if (effect_.base == kPlaceResult || effect_.flags & kEffectIfSucceeded) return true;
    if (effect_.limit_kind == kOperandResult || effect_.plus_kind == kOperandResult) return true;
    switch (effect_.term) {
    case kTermResult:
    case kTermTo:
    case kTermEnd:
    case kTermLast:
    case kTermScan:
    case kTermWideScan:
      return true;
    case kTermString:
    case kTermWideString:
      return write && effect_.argument < 0; // else as long as a string that is read
    case kTermAt:
    case kTermStringObject:
      return write;
    default:
      return false;
    }
  }

  void add(char kind, Model& model) {
    const auto put = [&](bool write, int16_t when) {
      UnplyEffect effect = effect_;
      effect.flags |= when | (write ? kEffectWrite : 0);
      model.effects.push_back({effect, hidden_});
    };
    constexpr int16_t kBoth = kEffectBefore | kEffectAfter;
    if (effect_.term == kTermScanList || effect_.term == kTermWideScanList || kind == 'c') {
      if (kind == 'c') effect_.flags |= kEffectIfChanged;
      return put(true, kBoth);
    }
    if (effect_.term == kTermTaken || effect_.term == kTermGot || effect_.term == kTermPut)
      return put(kind == 'w', kBoth);
    if (kind != 'r' && kind != 'w' && kind != 'm') fail("an effect begins with r, w, m or c");
    if (kind != 'w') put(false, depends_on_call(false) ? kEffectAfter : kEffectBefore);
    // A string modified up to its end has the same length before and after.
    if (kind != 'r') put(true, depends_on_call(kind == 'w') ? kEffectAfter : kEffectBefore);
  }

  static UnplyEffect empty_effect() {
    UnplyEffect effect = {};
    effect.base = effect.other = kPlaceNone;
    effect.path = effect.other_path = -1;
    return effect;
  }

  StringRef rest_, line_;
  UnplyEffect effect_ = empty_effect();
  std::string hidden_;
  unsigned arguments_ = 0;
};

} // namespace

ModelList::ModelList() {
  SmallVector<StringRef> lines;
  StringRef(kText).split(lines, '\n', -1, false);
  for (StringRef line : lines)
    if (!line.starts_with("#")) add_line(line);
  sort(prefixes_, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

void ModelList::add_line(StringRef line) {
  const auto [names, effects] = line.split(" : ");
  if (effects.empty()) report_fatal_error("library_models.def: " + line + ": no ' : '");
  const auto number = static_cast<unsigned>(models_.size());
  Model& model = models_.emplace_back();
  SmallVector<StringRef> words;
  effects.split(words, ' ', -1, false);
  if (effects != "-")
    for (StringRef word : words) EffectReader(word, line).read(model);
  words.clear();
  names.split(words, ' ', -1, false);
  for (StringRef name : words)
    if (name.consume_back("*"))
      prefixes_.emplace_back(name.str(), number);
    else if (!names_.try_emplace(name, number).second)
      report_fatal_error("library_models.def: " + name + " twice");
}

const Model* ModelList::find(StringRef name) const {
  const auto found = names_.find(name);
  if (found != names_.end()) return &models_[found->second];
  for (const auto& [prefix, number] : prefixes_)
    if (name.starts_with(prefix)) return &models_[number];
  return nullptr;
}

const ModelList& ModelList::get() {
  static const ModelList list;
  return list;
}

} // namespace unply
