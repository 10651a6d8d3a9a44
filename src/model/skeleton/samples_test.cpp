// Tables and JSON Lines are read as they come, and each mistake in them is reported with its line.
#include "model/skeleton/samples.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {
std::string csv_problem(const char* text) {
  Samples samples;
  auto read = add_csv(samples, text, "t.csv");
  return read ? std::string() : read.error().what;
}
std::string extrap_problem(const char* text) {
  Samples samples;
  size_t skipped = 0;
  auto read = add_extrap(samples, text, "t.jsonl", skipped);
  return read ? std::string() : read.error().what;
}
} // namespace

TEST_CASE("the table that a simulated skeleton writes") {
  Samples samples;
  REQUIRE(add_csv(samples,
                  "rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns,P,N,work:steps\r\n"
                  "0,0,call,0,-1,0,0,5000,0,2,9,\r\n"
                  "1,0,divide,1,-1,0,1000,3500,2000,,9,17\r\n",
                  "t.csv"));
  REQUIRE(samples.rows.size() == 2);
  CHECK(samples.names == std::vector<std::string>{"P", "N", "work:steps"});
  const PhaseSample &call = samples.rows[0], &divide = samples.rows[1];
  CHECK(call.seconds == doctest::Approx(5e-6));
  CHECK(std::isnan(call.cpu_seconds)); // 0 is not known
  CHECK(call.feature(0) == 2);
  CHECK(std::isnan(call.feature(2)));
  CHECK(divide.phase == "divide");
  CHECK(divide.rank == 1);
  CHECK(divide.level == 1);
  CHECK(divide.seconds == doctest::Approx(2.5e-6));
  CHECK(divide.cpu_seconds == doctest::Approx(2e-6));
  CHECK(divide.feature(2) == 17);
  CHECK(samples.place(divide) == "t.csv:3");
}

TEST_CASE("a table by hand: comments, quotes, spaces, and a call for each row") {
  Samples samples;
  REQUIRE(add_csv(samples, "\xef\xbb\xbf# by hand\n\"phase\", N ,seconds\n\n sort , 10 , 1e-3\nsort,20,\n", "t.csv"));
  REQUIRE(samples.rows.size() == 2);
  CHECK(samples.rows[0].phase == "sort");
  CHECK(samples.rows[0].seconds == 1e-3);
  CHECK(samples.rows[0].call != samples.rows[1].call);
  CHECK(std::isnan(samples.rows[1].seconds));
}

TEST_CASE("what is wrong in a table") {
  CHECK(csv_problem("") == "t.csv: is empty, expected a line that names the columns");
  CHECK(csv_problem("phase,seconds\n") == "t.csv: has no rows below its columns");
  CHECK(csv_problem("seconds\n1\n") == "t.csv:1: no column is named phase");
  CHECK(csv_problem("phase,begin_ns\n") == "t.csv:1: no column has the time");
  CHECK(csv_problem("phase,seconds,seconds\n") == "t.csv:1: two columns are named 'seconds'");
  CHECK(csv_problem("phase,seconds,n m\n") == "t.csv:1: 'n m' is no name of a column");
  CHECK(csv_problem("phase,seconds,\n") == "t.csv:1: '' is no name of a column");
  CHECK(csv_problem("phase,seconds\nsort\n") == "t.csv:2: 1 cells, expected 2");
  CHECK(csv_problem("phase,seconds\n,1\n") == "t.csv:2: the row names no phase");
  CHECK(csv_problem("phase,seconds\nsort,fast\n") == "t.csv:2: seconds is 'fast', expected a number");
  CHECK(csv_problem("phase,seconds\nsort,nan\n") == "t.csv:2: seconds is 'nan', expected a number");
  CHECK(csv_problem("phase,seconds\nsort,1e999\n") == "t.csv:2: seconds is '1e999', expected a number");
  CHECK(csv_problem("phase,seconds\nsort,-1\n") == "t.csv:2: seconds is -1, expected a number from 0");
  CHECK(csv_problem("phase,seconds,level\nsort,1,0.5\n") == "t.csv:2: level is 0.5, expected a whole number from 0");
  CHECK(csv_problem("phase,begin_ns,end_ns\nsort,5,4\n") == "t.csv:2: end_ns is before begin_ns");
}

TEST_CASE("JSON Lines of Extra-P go in and out") {
  Samples samples;
  size_t skipped = 0;
  const std::string lines =
      "{\"params\":{\"p\":4,\"n\":100},\"callpath\":\"main->sort\",\"metric\":\"time\",\"value\":0.5}\n"
      "{\"params\":{\"p\":8,\"n\":100},\"callpath\":\"main->sort\",\"metric\":\"time\",\"value\":0.25}\n";
  REQUIRE(
      add_extrap(samples, lines + "{\"params\":{\"p\":8},\"metric\":\"visits\",\"value\":3}\n", "t.jsonl", skipped));
  CHECK(skipped == 1);
  REQUIRE(samples.rows.size() == 2);
  CHECK(samples.rows[1].phase == "main->sort");
  CHECK(samples.rows[1].seconds == 0.25);
  CHECK(extrap_text(samples) ==
        "{\"params\":{\"p\":4.0,\"n\":100.0},\"callpath\":\"main->sort\",\"metric\":\"time\",\"value\":0.5}\n"
        "{\"params\":{\"p\":8.0,\"n\":100.0},\"callpath\":\"main->sort\",\"metric\":\"time\",\"value\":0.25}\n");
  Samples again;
  REQUIRE(add_extrap(again, extrap_text(samples), "again.jsonl", skipped));
  CHECK(extrap_text(again) == extrap_text(samples));
}

TEST_CASE("what is wrong in JSON Lines") {
  CHECK(extrap_problem("") == "t.jsonl: has no line with the metric time");
  CHECK(extrap_problem("{") == "t.jsonl:1: is no JSON object");
  CHECK(extrap_problem("\n[1]") == "t.jsonl:2: is no JSON object");
  CHECK(extrap_problem("{\"value\":1}") == "t.jsonl:1: needs \"params\", an object, and \"value\", a number");
  CHECK(extrap_problem("{\"params\":{\"a b\":1},\"value\":1}") ==
        "t.jsonl:1: parameter 'a b' is 1, expected a number with a name");
  CHECK(extrap_problem("{\"params\":{\"p\":\"x\"},\"value\":1}") ==
        "t.jsonl:1: parameter 'p' is \"x\", expected a number with a name");
  CHECK(extrap_problem("{\"params\":{},\"value\":-1}") == "t.jsonl:1: value is -1, expected a time");
}
