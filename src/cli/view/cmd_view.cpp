// unply view: shows a run as one HTML file that opens from disk, or through a server on this machine.
#include "cli/command.h"
#include "cli/time_option.h"
#include "cli/view/predicted_phases.h"
#include "cli/view/recording_pages.h"
#include "cli/view/view_input.h"
#include "graph/names.h"
#include "trace/output_file.h"
#include "viewer/html_page.h"
#include "viewer/server.h"
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace unply {

namespace {

constexpr const char* kViewFooter =
    "Without -o the page is named after the recording, in this folder. It needs neither network nor server.\n"
    "A page larger than 16 MB leaves out single intervals and says so: --serve shows all of any recording, --from and\n"
    "--to a part. PREDICTED is a schedule written by unply bound, shown beside the run on the same time axis; --model\n"
    "shows the phases that a model of unply fit predicts for each call of a skeleton, above the measured ones.\n"
    "\n"
    "Exit codes: 0 written, or served until Ctrl-C; 2 usage, unreadable recording, output not writable, port taken.\n"
    "\n"
    "Examples:\n"
    "  unply view heat.trace                      # writes heat.html\n"
    "  unply view heat.trace predicted.trace -o both.html\n"
    "  unply view sort.trace --model sort.model   # predicted phases above the measured ones\n"
    "  unply view huge.trace --from 1.2s --to 1.4s\n"
    "  unply view huge.trace --serve --open";

struct ViewCommand {
  std::string file, predicted, model, machine, output, from, to;
  bool serve = false, open = false, no_sources = false, json = false;
  uint32_t port = 0;
};

int parse(ViewCommand& command, int argc, char** argv) {
  CLI::App app("Shows a run as a page in the browser: states over time, dependencies, sources, statistics.");
  app.add_option("FILE", command.file, "recording of a run, or a schedule")->required();
  auto* predicted =
      app.add_option("PREDICTED", command.predicted, "schedule written by unply bound, to show beside it");
  auto* model = app.add_option("--model", command.model, "model of a skeleton's phases, written by unply fit")
                    ->excludes(predicted);
  app.add_option("--machine", command.machine, "the machine file of --model (default: the saved one)")->needs(model);
  auto* output = app.add_option("-o,--output", command.output, "file to write, - for standard output");
  app.add_option("--from", command.from, "begin of the part shown: 1.2s, 350ms, 20%");
  app.add_option("--to", command.to, "end of the part shown");
  app.add_flag("--no-sources", command.no_sources, "omit the text of the sources");
  auto* serve = app.add_flag("--serve", command.serve, "serve the page on this machine until Ctrl-C");
  app.add_option("--port", command.port, "port of --serve (default: any free port)")
      ->needs(serve)
      ->check(CLI::Range(1, 65535));
  app.add_flag("--open", command.open, "open the page in the browser (xdg-open)");
  app.add_flag("--json", command.json, "print the data of the page, without the intervals")
      ->excludes(serve)
      ->excludes(output);
  serve->excludes(output);
  app.footer(kViewFooter);
  return parse_command_line(app, argc, argv);
}

Result<ViewModel> load_model(const ViewCommand& command) {
  auto measured = load_view(command.file);
  if (!measured) return error_of(measured);
  uint64_t duration = measured->duration_ns;
  std::vector<ViewRun> runs;
  runs.push_back(std::move(measured->run));
  if (!command.predicted.empty()) {
    auto predicted = load_view(command.predicted);
    if (!predicted) return error_of(predicted);
    duration = std::max(duration, predicted->duration_ns);
    runs.push_back(std::move(predicted->run));
  }
  if (!command.model.empty()) {
    auto predicted = predict_phases(command.file, command.model, command.machine);
    if (!predicted) return error_of(predicted);
    duration = std::max(duration, predicted->duration_ns);
    runs.push_back(std::move(predicted->run));
  }
  auto window = parse_window(command.from, command.to, duration);
  if (!window) return error_of(window);
  std::vector<ViewPage> pages = pages_of_recording(command.file, measured->events, measured->lanes);
  ViewModel model(measured->title, std::move(runs), std::move(pages));
  if (!command.from.empty() || !command.to.empty()) model.show_part(window->begin_ns, window->end_ns);
  if (command.no_sources) model.drop_sources();
  return model;
}

// The browser must not end with this program, nor write over its output.
void open_in_browser(const std::string& address) {
  if (::fork() != 0) return;
  ::setsid();
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::freopen("/dev/null", "w", stdout);
  std::freopen("/dev/null", "w", stderr);
  ::execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
  ::_exit(127);
}

std::string default_output(const std::string& file) {
  std::string name(base_name(file));
  if (name.ends_with(".trace")) name.resize(name.size() - 6);
  return name + ".html";
}

Result<void> check_output(const ViewCommand& command, const std::string& output) {
  for (const auto& [input, word] : {std::pair(command.file, "recording"), std::pair(command.predicted, "recording"),
                                    std::pair(command.model, "model")}) {
    std::error_code error;
    if (!input.empty() && std::filesystem::equivalent(input, output, error))
      return fail(fmt::format("-o {}: is the {} itself", output, word), "give the page another name");
  }
  return {};
}

Result<void> write_page(const ViewModel& model, const std::string& output) {
  if (output == "-")
    return write_html(model, {}, [](std::string_view part) -> Result<void> {
      if (std::fwrite(part.data(), 1, part.size(), stdout) == part.size()) return {};
      return fail(fmt::format("standard output: cannot write, {}", std::strerror(errno)));
    });
  auto file = OutputFile::create(output);
  if (!file) return error_of(file);
  auto written = write_html(model, {}, [&](std::string_view part) {
    return (*file)->write({reinterpret_cast<const uint8_t*>(part.data()), part.size()});
  });
  return written ? (*file)->publish() : written;
}

// Ctrl-C comes as something to read, so that connections are closed and exit codes are as promised.
int stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr); // before there are threads: they inherit it
  return ::signalfd(-1, &signals, SFD_CLOEXEC);
}

int serve(const ViewModel& model, const ViewCommand& command) {
  int stop = stop_signals();
  auto server = ViewServer::listen(model, static_cast<uint16_t>(command.port));
  if (!server) return print_error(server.error());
  fmt::print("{}\nunply: {}: served at this address on this machine only, until Ctrl-C\n", server->url(), command.file);
  std::fflush(stdout);
  if (command.open) open_in_browser(server->url());
  auto served = server->run(stop);
  return served ? kExitOk : print_error(served.error());
}

} // namespace

int cmd_view(int argc, char** argv) {
  ViewCommand command;
  if (int status = parse(command, argc, argv); status >= 0) return status;
  auto model = load_model(command);
  if (!model) return print_error(model.error());
  if (command.json) {
    fmt::print("{}\n", json_text(model->head()));
    return kExitOk;
  }
  if (command.serve) return serve(*model, command);
  std::string output = command.output.empty() ? default_output(command.file) : command.output;
  if (auto checked = check_output(command, output); !checked) return print_error(checked.error());
  if (auto written = write_page(*model, output); !written) return print_error(written.error());
  if (output == "-") return kExitOk;
  fmt::print("unply: {}: written; it opens in a browser without a network\n", output);
  if (command.open) open_in_browser(output);
  return kExitOk;
}

} // namespace unply
