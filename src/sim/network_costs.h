// What messages cost on a machine, in seconds as doubles: 0.3 ns a word is no whole number of ns. `unply machine
// --network` measures them and `unply predict` adds them up. l(P) and g(P) are those of the paper's section 4
// (divide-and-conquer-skeletons-2007); a word has 32 bits.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unply {

// T = l + K g, all processes at once. The size varies: the time of one message of K words, of those that each process
// sends to every other, one after the other. The number varies: the time of K messages of one word that each process
// sends at once, equally many to every other.
struct NetworkLine {
  unsigned processes = 0;
  double latency_s = 0, gap_s = 0; // l(P), g(P)
  double r2 = 1;                   // of the line through the measurements, each weighted by 1 / its time squared
};

// Sending K words to and receiving as many from the process whose rank is one's own XOR `distance`, all at once.
struct ExchangePoint {
  unsigned processes = 0, distance = 0;
  double words = 0, seconds = 0;
  double low_s = 0, high_s = 0; // the quartiles
};

// Of one message between ranks 0 and `partner`.
struct LogGP {
  double latency_s = 0, o_send_s = 0, o_recv_s = 0, gap_s = 0, gap_per_byte_s = 0;
  uint64_t eager_bytes = 0; // the longest message that is sent before its receive is posted
  double r2 = 1;            // of the line that gave gap_per_byte_s
  unsigned partner = 0;
};

struct NetworkCosts {
  std::vector<NetworkLine> size_varies, number_varies; // the paper's two methods, by P ascending; all-to-all
  std::vector<ExchangePoint> exchanges;                // sorted by (processes, distance, words)
  LogGP ping_pong;
  std::string mpi, command, date;
  double simulated_host_speed = 0; // flop/s
  bool simulated = false;
  unsigned processes = 0, hosts = 0, processors = 0, repeats = 0; // processors: of all hosts together
  double free_before = 0, free_after = 0;                         // processors that the ranks had while all spun
  std::vector<std::string> notes;                                 // omissions, with reasons

  // Interpolated in P by the method in which the size varies, or else by the other; empty outside the measured range.
  std::optional<NetworkLine> line(unsigned processes) const;
  // Piecewise linear in words at exactly that P and distance; empty if these were not measured. Beyond the longest
  // message the last piece goes on: see longest_exchange().
  std::optional<double> exchange_seconds(unsigned processes, unsigned distance, double words) const;
  double longest_exchange(unsigned processes, unsigned distance) const; // words; 0 if not measured

  bool conclusive() const; // simulated, or each rank had a processor of its own
  std::string doubt() const;
};

} // namespace unply
