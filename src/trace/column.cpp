#include "trace/column.h"

namespace unply {

namespace {

size_t width_of(uint8_t type) {
  switch (type) {
  case kColumnU8:
    return 1;
  case kColumnU32:
    return 4;
  default:
    return 8;
  }
}

uint64_t largest_of(uint8_t type) { return type == kColumnU8 ? 0xff : type == kColumnU32 ? 0xffffffff : ~uint64_t{0}; }

size_t count_runs(std::span<const uint64_t> values) {
  size_t runs = values.empty() ? 0 : 1;
  for (size_t i = 1; i < values.size(); ++i) runs += values[i] != values[i - 1];
  return runs;
}

uint8_t* write_runs(uint8_t* p, std::span<const uint64_t> values) {
  uint64_t before = 0;
  for (size_t i = 0; i < values.size();) {
    size_t end = i + 1;
    while (end < values.size() && values[end] == values[i]) ++end;
    p = write_varint(p, zigzag(values[i] - before));
    p = write_varint(p, end - i);
    before = values[i];
    i = end;
  }
  return p;
}

uint8_t* write_plain(uint8_t* p, std::span<const uint64_t> values, size_t width) {
  for (uint64_t value : values) {
    std::memcpy(p, &value, width);
    p += width;
  }
  return p;
}

uint8_t* write_values(uint8_t* p, std::span<const uint64_t> values, TraceColumnType type, TraceEncoding encoding) {
  switch (encoding) {
  case kEncodeRuns:
    return write_runs(p, values);
  case kEncodePlain:
    return write_plain(p, values, width_of(type));
  case kEncodeDelta:
    for (uint64_t before = 0; uint64_t value : values) {
      p = write_varint(p, zigzag(value - before));
      before = value;
    }
    return p;
  default:
    for (uint64_t value : values) p = write_varint(p, type == kColumnI64 ? zigzag(value) : value);
    return p;
  }
}

bool read_runs(ByteReader& reader, std::span<uint64_t> values) {
  uint64_t value = 0;
  for (size_t i = 0; i < values.size();) {
    value += unzigzag(reader.varint());
    uint64_t length = reader.varint();
    if (length == 0 || length > values.size() - i) return false;
    std::fill_n(values.begin() + static_cast<ptrdiff_t>(i), length, value);
    i += length;
  }
  return true;
}

bool read_plain(ByteReader& reader, std::span<uint64_t> values, size_t width) {
  ByteView body = reader.take(values.size() * width);
  if (!reader.ok()) return false;
  const uint8_t* p = body.data();
  for (uint64_t& value : values) {
    value = 0;
    std::memcpy(&value, p, width);
    p += width;
  }
  return true;
}

} // namespace

uint8_t* EncodeRoom::at_least(size_t bytes) {
  if (bytes > size_) {
    room_ = std::make_unique_for_overwrite<uint8_t[]>(bytes);
    size_ = bytes;
  }
  return room_.get();
}

void encode_numbers(Bytes& out, std::span<const uint64_t> values, TraceColumnType type, TraceEncoding usual,
                    EncodeRoom& room) {
  // A run costs two numbers, so runs pay off from four values a run on, and are far faster to write and to compress.
  TraceEncoding encoding = count_runs(values) * 4 <= values.size() ? kEncodeRuns : usual;
  uint8_t* body = room.at_least(2 * kMaxVarintBytes * values.size());
  uint8_t* end = write_values(body, values, type, encoding);
  out.push_back(static_cast<uint8_t>(encoding));
  append_varint(out, static_cast<uint64_t>(end - body));
  out.insert(out.end(), body, end);
}

void encode_texts(Bytes& out, std::span<const std::string> texts) {
  Bytes body;
  for (const std::string& text : texts) append_varint(body, text.size());
  for (const std::string& text : texts) body.insert(body.end(), text.begin(), text.end());
  out.push_back(kEncodeText);
  append_varint(out, body.size());
  out.insert(out.end(), body.begin(), body.end());
}

bool decode_numbers(ByteView body, uint8_t encoding, uint8_t type, std::span<uint64_t> values) {
  ByteReader reader(body);
  if (encoding == kEncodePlain) {
    if (!read_plain(reader, values, width_of(type))) return false;
  } else if (encoding == kEncodeVarint) {
    for (uint64_t& value : values) {
      uint64_t code = reader.varint();
      value = type == kColumnI64 ? unzigzag(code) : code;
    }
  } else if (encoding == kEncodeDelta) {
    for (uint64_t before = 0; uint64_t& value : values) value = before += unzigzag(reader.varint());
  } else if (encoding == kEncodeRuns) {
    if (!read_runs(reader, values)) return false;
  } else {
    return false;
  }
  if (!reader.ok() || reader.left() != 0) return false;
  uint64_t over = 0;
  for (uint64_t value : values) over |= value & ~largest_of(type);
  return over == 0;
}

bool decode_texts(ByteView body, uint8_t encoding, std::span<std::string_view> texts) {
  if (encoding != kEncodeText) return false;
  ByteReader lengths(body);
  uint64_t total = 0;
  for (size_t i = 0; i < texts.size() && lengths.ok(); ++i)
    total += std::min<uint64_t>(lengths.varint(), body.size() + 1);
  if (!lengths.ok() || total != lengths.left()) return false;
  ByteReader again(body);
  const char* p = reinterpret_cast<const char*>(body.data()) + (body.size() - lengths.left());
  for (std::string_view& text : texts) {
    uint64_t length = again.varint();
    text = {p, static_cast<size_t>(length)};
    p += length;
  }
  return true;
}

} // namespace unply
