// The file: nothing of a recording can leave its element, everything is there or said to be left out.
#include "viewer/html_page.h"
#include "viewer/page_bundle.h"
#include "viewer/testing/sample_run.h"
#include <doctest/doctest.h>
#include <libdeflate.h>
#include <nlohmann/json.hpp>

using namespace unply;
using json = nlohmann::json;

static ViewModel model_of(const SampleRun& sample) {
  ViewRunOptions options;
  options.source = [](std::string_view name) { return ViewSource{kHostileName, "", name == "solve.cpp"}; };
  std::vector<ViewRun> runs;
  runs.push_back(*sample.prepare(options));
  return ViewModel(kHostileName, std::move(runs), {{"graph", kHostileName, "{}", kHostileName, "", ""}});
}

static std::string page_of(const ViewModel& model, const HtmlLimits& limits = {}) {
  std::string page;
  auto written = write_html(model, limits, [&](std::string_view part) -> Result<void> {
    page += part;
    return {};
  });
  REQUIRE(written);
  return page;
}

// By another decoder than the page's, from the same element.
static Bytes block_in(const std::string& page, const std::string& name) {
  std::string open = "<script type=\"text/plain\" id=\"block-" + name + "\">";
  size_t at = page.find(open);
  if (at == std::string::npos) return {};
  std::string_view text = std::string_view(page).substr(at + open.size());
  text = text.substr(0, text.find('<'));
  Bytes packed;
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    if ((count += 6) >= 8) packed.push_back(static_cast<uint8_t>(bits >> (count -= 8)));
  }
  Bytes bytes(32 << 20);
  size_t size = 0;
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  libdeflate_gzip_decompress(decompressor, packed.data(), packed.size(), bytes.data(), bytes.size(), &size);
  libdeflate_free_decompressor(decompressor);
  bytes.resize(size);
  return bytes;
}

static json head_in(const std::string& page) { return json::parse(block_in(page, "head")); }

static size_t count_of(const std::string& text, const std::string& word) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST_CASE("hostile names stay names") {
  ViewModel model = model_of(sample_run(2, 500));
  std::string page = page_of(model);
  CHECK(count_of(page, "alert(1)") == 1); // in the title, where it is escaped
  CHECK(page.find("<title>&lt;/script&gt;") != std::string::npos);
  CHECK(page.find("<!-- ") == std::string::npos);
  CHECK(page.find('\xff') == std::string::npos);
  CHECK(count_of(page, "<script") == count_of(page, "</script>"));
  // Every script element is one of ours: data, or the one program.
  CHECK(count_of(page, "<script") == count_of(page, "<script type=\"text/plain\" id=\"block-") + 1);
  CHECK(page.find("<script>" + std::string(page_script())) != std::string::npos);
  json head = head_in(page);
  std::string title = head["title"];
  CHECK(title.starts_with("</script><script>alert(1)"));
  std::string block =
      head["runs"][0]["files"][1]["block"].get<std::string>() + head["runs"][0]["files"][0]["block"].get<std::string>();
  Bytes source = block_in(page, block);
  CHECK(std::string(source.begin(), source.end()) == kHostileName);
}

TEST_CASE("a page within the limit has every block, as the model gives it") {
  ViewModel model = model_of(sample_run(3, 9000));
  std::string page = page_of(model);
  for (const std::string& name : model.block_names()) {
    CAPTURE(name);
    CHECK(block_in(page, name) == *model.block(name));
  }
  json head = head_in(page);
  CHECK(head["runs"][0]["left_out"].empty());
  CHECK(head["schema"] == "unply view 1");
  CHECK(page_of(model) == page);
}

TEST_CASE("before the program stand the head and the level of the first picture") {
  ViewModel model = model_of(sample_run(1, 90'000));
  std::string page = page_of(model), before = page.substr(0, page.find("<script>"));
  const auto& levels = model.head()["runs"][0]["pyramid"];
  size_t level = 0;
  while (level + 1 < levels.size() && levels[level]["bins"] < 2048) ++level;
  REQUIRE(level + 1 < levels.size()); // there are finer ones, which stand behind it
  uint64_t bins = levels[level]["bins"], tiles = (bins + 511) / 512;
  CHECK(count_of(before, "id=\"block-") == 1 + tiles);
  CHECK(count_of(before, "id=\"block-head\"") == 1);
  CHECK(count_of(before, "id=\"block-p/0/" + std::to_string(level) + "/") == tiles);
}

TEST_CASE("a page beyond the limit leaves out all intervals, and says so") {
  ViewModel model = model_of(sample_run(3, 9000));
  size_t whole = page_of(model).size();
  HtmlLimits limits{whole - 50'000, 1 << 20};
  std::string page = page_of(model, limits);
  CHECK(page.size() < whole - 50'000);
  CHECK(page.find("block-i/") == std::string::npos);
  CHECK(page.find("block-p/0/0/0\"") != std::string::npos);
  CHECK(page.find("block-o/0\"") != std::string::npos);
  json left_out = head_in(page)["runs"][0]["left_out"];
  REQUIRE(left_out.size() == 2);
  CHECK(left_out[0].get<std::string>().starts_with("27000 intervals are not in this page"));
  CHECK(left_out[0].get<std::string>().find("--serve") != std::string::npos);
  CHECK(left_out[1].get<std::string>().starts_with("9000 dependency lines are not in this page"));
  CHECK(page.find("block-l/") == std::string::npos);
}

TEST_CASE("a part of the run takes the blocks that meet it") {
  SampleRun sample = sample_run(1, 40'000);
  ViewModel model = model_of(sample);
  model.show_part(0, 1'000'000);
  std::string page = page_of(model);
  json head = head_in(page);
  CHECK(head["runs"][0]["end_ns"] == 1'000'000);
  CHECK(head["runs"][0]["left_out"].size() == 1);
  const json& begins = head["runs"][0]["lanes"][0]["chunks"]["begin_ns"];
  REQUIRE(begins.size() > 3);
  for (size_t chunk = 0; chunk < begins.size(); ++chunk)
    CHECK((page.find("block-i/0/0/" + std::to_string(chunk) + "\"") != std::string::npos) ==
          (begins[chunk] <= 1'000'000));
}

TEST_CASE("without sources there is no text of them") {
  ViewModel model = model_of(sample_run(1, 100));
  model.drop_sources();
  std::string page = page_of(model);
  CHECK(page.find("block-s/") == std::string::npos);
  CHECK(head_in(page)["runs"][0]["files"][0]["note"] == "sources are left out");
}

// The policy lets nothing be loaded and nothing run but the one program.
TEST_CASE("the policy names the checksums of program and style") {
  std::string page = server_page();
  CHECK(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
  CHECK(server_policy().find("connect-src 'self'") != std::string::npos);
  CHECK(server_policy().find("unsafe") == std::string::npos);
  CHECK(page_script_sha256().size() == 64);
}
