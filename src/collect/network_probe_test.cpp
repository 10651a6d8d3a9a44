// Output of the probe becomes lines and tables; malformed output is refused. Platform files give hosts in
// their order. Phases of several simulated runs become one file.
#include "collect/network_probe.h"
#include "collect/simgrid_platform.h"
#include "collect/simulated_phases.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace unply;

TEST_CASE("a fitted line weighs short and long messages alike and is not below 0") {
  std::vector<std::pair<double, double>> points;
  for (double words = 1; words <= 1e6; words *= 4) points.emplace_back(words, 1e-4 + 3e-10 * words);
  FittedLine line = fit_relative(points);
  CHECK(line.offset == doctest::Approx(1e-4));
  CHECK(line.slope == doctest::Approx(3e-10));
  CHECK(line.r2 == doctest::Approx(1));
  points[0].second *= 1.1; // 10 % at one word is 10 %, though nothing beside the longest message
  CHECK(fit_relative(points).r2 < 0.999);
  FittedLine falling = fit_relative({{1, 5}, {10, 4}, {100, 3}});
  CHECK(falling.slope == 0);
  CHECK(falling.offset > 3);
  FittedLine steep = fit_relative({{10, 1}, {20, 4}, {30, 9}});
  CHECK(steep.offset == 0);
  CHECK(steep.slope > 0.1);
  CHECK(fit_relative({}).slope == 0);
  CHECK(fit_relative({{1, 0}, {2, 0}}).offset == 0);
}

static std::string probe_lines() {
  std::string text =
      "a banner\nunply-probe begin 4 0\nunply-probe mpi Some MPI 1.2 \r\n[1,0]<stdout>: unply-probe hosts 4 2 8 0 0 0\n"
      "unply-probe free 4 0 0 3.9 0 0\n";
  for (double bytes = 1; bytes <= 1 << 22; bytes *= 2) {
    double half = 2e-6 + 1e-9 * bytes;
    text += fmt::format("unply-probe ping 2 {} 0 {} {} {}\n", bytes, half, half, half);
  }
  text += "unply-probe o_send 2 1 0 1e-7 5e-7 1e-6\nunply-probe o_recv 2 1 0 1e-7 3e-7 1e-6\n"
          "unply-probe gap 2 1 0 -1e-9 -1e-9 -1e-9\nunply-probe eager 2 4096 0 0 0 0\nunply-probe next 4 4 0 0 0 0\n";
  for (double words : {1, 64, 4096})
    text += fmt::format("unply-probe size 4 {} 0 0 {} 1\n", words, 1e-5 + 4e-9 * words);
  text += "unply-probe number 4 3 0 0 1e-5 1\n"
          "unply-probe exchange 4 2 8 1e-6 2e-6 3e-6\nunply-probe exchange 4 1 8 1e-6 2.5e-6 3e-6\n"
          "unply-probe free 4 1 0 3.85 0 0\nunply-probe later 4 1 2 3 4 5\nunply-probe end 4 0 0 0 0 0\n";
  return text;
}

static Result<NetworkCosts> costs_of_lines(const std::string& text) {
  ProbeOutput output;
  for (size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    output.take(std::string_view(text).substr(begin, end - begin));
  return output.costs();
}

TEST_CASE("the probe's lines become costs") {
  auto costs = costs_of_lines(probe_lines());
  REQUIRE(costs);
  CHECK(costs->mpi == "Some MPI 1.2");
  CHECK(costs->processes == 4);
  CHECK(costs->hosts == 2);
  CHECK(costs->processors == 8);
  CHECK(costs->free_before == 3.9);
  CHECK(costs->free_after == 3.85);
  CHECK(costs->conclusive());
  REQUIRE(costs->size_varies.size() == 1);
  CHECK(costs->size_varies[0].latency_s == doctest::Approx(1e-5));
  CHECK(costs->size_varies[0].gap_s == doctest::Approx(4e-9));
  CHECK(costs->number_varies.empty()); // one point is no line
  CHECK(costs->exchanges[0].distance == 1);
  CHECK(*costs->exchange_seconds(4, 2, 8) == 2e-6);
  CHECK(costs->ping_pong.o_send_s == 5e-7);
  CHECK(costs->ping_pong.latency_s == doctest::Approx(2.001e-6 - 8e-7));
  CHECK(costs->ping_pong.gap_s == 0);
  CHECK(costs->ping_pong.gap_per_byte_s == doctest::Approx(1e-9));
  CHECK(costs->ping_pong.eager_bytes == 4096);
  CHECK(costs->ping_pong.partner == 3);
}

TEST_CASE("an output that is not whole, or not of numbers, gives no costs") {
  std::string text = probe_lines();
  auto said = [](const std::string& lines) {
    auto costs = costs_of_lines(lines);
    return costs ? std::string() : costs.error().what;
  };
  CHECK(said("") == "machine: the probe printed nothing");
  CHECK(said(text.substr(0, text.find("unply-probe end"))) == "machine: the probe ended before its time");
  CHECK(said("unply-probe begin 1 0\n") == "machine: the probe ran as 1 process, at least 2 are needed");
  CHECK(said(text + "unply-probe size 4 1 0 0 inf 0\n") ==
        "machine: the probe printed: unply-probe size 4 1 0 0 inf 0");
  CHECK(said(text + "unply-probe size 4 1 0 0 -1 0\n") == "machine: the probe printed: unply-probe size 4 1 0 0 -1 0");
  CHECK(said(text + "unply-probe size 4 1\n") == "machine: the probe printed: unply-probe size 4 1");
}

TEST_CASE("hosts of a platform stand in the order of its file") {
  auto platform = parse_platform(R"(<?xml version='1.0'?><!DOCTYPE platform SYSTEM "x.dtd">
    <!-- <host id="no" speed="9f"/> --><platform version="4.1"><zone id="z" routing='Full'>
    <host id='front' speed = "2.5Gf,1Gf" core="4"/><link id="l" bandwidth="1Bps" latency="1us"/></zone>
    <cluster id="c" prefix="n-" suffix=".x" radical="0-2,7" speed="1Gf" bw="1Bps" lat="1us"/></platform>)",
                                 "p.xml");
  REQUIRE(platform);
  CHECK(platform->hosts == std::vector<std::string>{"front", "n-0.x", "n-1.x", "n-2.x", "n-7.x"});
  CHECK(platform->host_speed == 2.5e9);
  auto said = [](const char* text) {
    auto found = parse_platform(text, "p.xml");
    return found ? std::string() : found.error().what;
  };
  CHECK(said("") == "p.xml: has no <host>, <peer>, <cluster> or <cabinet>");
  CHECK(said("<host id=\"a\"") == "p.xml: : is no speed, expected flop/s such as 1Gf");
  CHECK(said("<host id=\"a\" speed=\"1Gx\"/>") == "p.xml: 1Gx: is no speed, expected flop/s such as 1Gf");
  CHECK(said("<host id=\"a") == "p.xml: has no <host>, <peer>, <cluster> or <cabinet>");
  for (const char* radical : {"3-1", "x", "0-", "-3", "0-99999999999", "0-4000000000"})
    CHECK(said(fmt::format("<cluster prefix=\"a\" radical=\"{}\" speed=\"1f\"/>", radical).c_str()) ==
          fmt::format("p.xml: radical \"{}\" of <cluster>: expected ranges such as 0-15", radical));
}

TEST_CASE("speeds have SimGrid's units") {
  CHECK(*parse_speed("1Gf") == 1e9);
  CHECK(*parse_speed("2.5e9") == 2.5e9);
  CHECK(*parse_speed("3kf,1f") == 3000);
  for (const char* text : {"", "f", "0Gf", "-1Gf", "1gf", "nan", "inff", "1e308Ef", "1Gf x"}) CHECK(!parse_speed(text));
}

TEST_CASE("phases of several runs become one file with calls of its own") {
  const std::string head = "rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns,N\n";
  SimulatedPhases phases;
  auto first =
      phases.add(head + "0,0,divide,0,-1,0,0,100,0,8\n1,0,divide,0,-1,0,0,300,0,8\n0,0,divide,1,-1,0,100,150,0,4\n"
                        "0,0,exchange,0,1,32,200,1200,0,8\n0,0,call,0,-1,0,0,2000,0,8\n0,1,call,0,-1,0,0,10,0,8\n",
                 "a");
  REQUIRE(first);
  REQUIRE(first->size() == 2);
  CHECK((*first)[0].seconds == doctest::Approx(2e-6));
  CHECK((*first)[0].divide_s == doctest::Approx(350e-9)); // the slowest rank of level 0, and level 1
  CHECK((*first)[0].exchange_s == doctest::Approx(1e-6));
  CHECK((*first)[1].number == 1);
  auto second = phases.add(head + "0,0,call,0,-1,0,5,9,0,8\n", "b");
  REQUIRE(second);
  CHECK((*second)[0].number == 2);
  CHECK(phases.text().ends_with("0,1,call,0,-1,0,0,10,0,8\n0,2,call,0,-1,0,5,9,0,8\n"));
  CHECK(phases.text().starts_with(head));
  CHECK(phases.add("", "none")->empty());
  auto said = [&](const std::string& text) {
    auto calls = phases.add(text, "c");
    return calls ? std::string() : calls.error().what;
  };
  CHECK(said("x\n") == "c: begins with \"x\", expected \"rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns\"");
  CHECK(said("rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns,M\n").starts_with("c: has columns "));
  for (const char* row :
       {"0,0,call,0,-1,0,9,5,0,8", "0,0,what,0,-1,0,5,9,0,8", "0,0,call,0,-1,0,5,9,0", "x,0,call,0,-1,0,5,9,0,8"})
    CHECK(said(head + row + "\n") == fmt::format("c: line 2 is no phase: {}", row));
}
