// Simple colouring of C, C++ and Fortran source, line by line: comments, strings, numbers, keywords, directives. A line
// needs only whether it begins inside a block comment, so that any part of a file can be drawn without the rest.

export type TokenKind = "plain" | "comment" | "string" | "number" | "keyword" | "directive";
export interface Token {
  kind: TokenKind;
  text: string;
}
export type Language = "c" | "fortran" | "other";

const kCWords = new Set(
  (
    "alignas alignof auto bool break case catch char class co_await co_return co_yield concept const consteval constexpr " +
    "constinit const_cast continue decltype default delete do double dynamic_cast else enum explicit export extern false final float for " +
    "friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public register " +
    "reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch template this " +
    "thread_local throw true try typedef typename union unsigned using virtual void volatile while int8_t int16_t int32_t int64_t uint8_t " +
    "uint16_t uint32_t uint64_t size_t"
  ).split(" "),
);
const kFortranWords = new Set(
  (
    "allocatable allocate associate bind block call case character class close common complex concurrent contains continue " +
    "critical cycle data deallocate dimension do double elemental else elseif elsewhere end enddo endfunction endif endmodule endprogram " +
    "endsubroutine entry enum equivalence exit external forall format function go goto if implicit import in include inout integer intent " +
    "interface intrinsic kind len logical module namelist none nullify only open optional out parameter pointer precision print private " +
    "procedure program public pure read real recursive result return save select sequence stop subroutine target then to type use value " +
    "volatile where while write"
  ).split(" "),
);

const kC =
  /(\/\/.*$)|(\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))|("(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$))|(\b(?:0[xX][0-9a-fA-F']+|[0-9][0-9a-zA-Z'.]*(?:[eE][+-]?[0-9]+)?)\b)|([A-Za-z_]\w*)/g;
const kFortran =
  /(!.*$)|(\0)|("[^"]*(?:"|$)|'[^']*(?:'|$))|(\b[0-9][0-9a-zA-Z_.]*(?:[eEdD][+-]?[0-9]+)?\b)|([A-Za-z_]\w*)/g;
const kDirective = {c: /^\s*#/, fortran: /^\s*(?:[!cC*]\$|#)/, other: /$^/};

export function language_of(path: string): Language {
  if (/\.(?:c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx|inl|ipp|cu|tcc)$/i.test(path)) return "c";
  return /\.(?:f|for|ftn|f77|f90|f95|f03|f08|f18)$/i.test(path) ? "fortran" : "other";
}

// For each line whether it begins inside a block comment of C. Lengths as of `lines`.
export function comment_starts(lines: string[], language: Language): Uint8Array {
  const inside = new Uint8Array(lines.length + 1);
  if (language !== "c") return inside;
  for (let line = 0; line < lines.length; ++line)
    inside[line + 1] = ends_in_comment(lines[line], inside[line] === 1) ? 1 : 0;
  return inside;
}

function ends_in_comment(text: string, inside: boolean): boolean {
  let at = 0;
  for (;;) {
    if (inside) {
      const end = text.indexOf("*/", at);
      if (end < 0) return true;
      at = end + 2;
      inside = false;
    }
    kC.lastIndex = at;
    let match: RegExpExecArray | null;
    while ((match = kC.exec(text)) && match[2] === undefined) {}
    if (!match) return false;
    if (!match[2].endsWith("*/") || match[2].length < 4) return true;
    at = kC.lastIndex;
  }
}

export function tokens_of(text: string, language: Language, in_comment: boolean): Token[] {
  if (language === "other" || text.length > 4000) return [{kind: "plain", text}];
  if (!in_comment && kDirective[language].test(text)) return [{kind: "directive", text}];
  if (language === "fortran" && /^[cC*]/.test(text)) return [{kind: "comment", text}];
  const tokens: Token[] = [];
  let at = 0;
  if (in_comment) {
    const end = text.indexOf("*/");
    if (end < 0) return [{kind: "comment", text}];
    tokens.push({kind: "comment", text: text.slice(0, end + 2)});
    at = end + 2;
  }
  const pattern = language === "c" ? kC : kFortran,
    words = language === "c" ? kCWords : kFortranWords;
  pattern.lastIndex = at;
  for (let match; (match = pattern.exec(text));) {
    if (match[0] === "") break;
    if (match.index > at) tokens.push({kind: "plain", text: text.slice(at, match.index)});
    tokens.push({kind: kind_of(match, words, language), text: match[0]});
    at = pattern.lastIndex;
  }
  if (at < text.length) tokens.push({kind: "plain", text: text.slice(at)});
  return tokens;
}

function kind_of(match: RegExpExecArray, words: Set<string>, language: Language): TokenKind {
  if (match[1] !== undefined || match[2] !== undefined) return "comment";
  if (match[3] !== undefined) return "string";
  if (match[4] !== undefined) return "number";
  return words.has(language === "fortran" ? match[5].toLowerCase() : match[5]) ? "keyword" : "plain";
}
