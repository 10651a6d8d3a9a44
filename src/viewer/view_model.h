// The data of the page (web/model.ts): the head and the blocks of one or two runs and of further pages. One model
// serves the file and the server.
#pragma once
#include "timeline/timeline.h"
#include "viewer/block_store.h"
#include <nlohmann/json_fwd.hpp>

namespace unply {

struct ViewPage { // web/model.ts, Page
  std::string kind, title, json, svg, text, note;
};

// One run: its head and its blocks, named as in web/model.ts without RUN: "i/LANE/CHUNK".
struct ViewRun {
  std::shared_ptr<const nlohmann::ordered_json> head;
  BlockStore blocks;
};

class ViewModel {
public:
  ViewModel(std::string title, std::vector<ViewRun> runs, std::vector<ViewPage> pages);
  ViewModel(ViewModel&&) noexcept;
  ~ViewModel();
  void show_part(uint64_t begin_ns, uint64_t end_ns);
  void drop_sources(); // from the head; nobody asks for their blocks then

  const std::string& title() const;
  const nlohmann::ordered_json& head() const { return *head_; }
  bool has(std::string_view name) const;
  Result<Bytes> block(std::string_view name) const; // may be called from several threads at once
  std::vector<std::string> block_names() const;     // all but "head"

private:
  struct Place {
    size_t run;
    std::string name;
  };
  void add_page(size_t number, const ViewPage& page);
  std::optional<Place> place_of(std::string_view name) const;
  std::vector<ViewRun> runs_;
  std::map<std::string, Bytes> page_blocks_;
  std::unique_ptr<nlohmann::ordered_json> head_;
};

// As text; invalid UTF-8 becomes U+FFFD.
std::string json_text(const nlohmann::ordered_json& document);

} // namespace unply
