// The source of blocks: script elements of the file itself, or the loopback server. Both give the same bytes
// (model.ts). get() never waits: it returns the available block, and a missing one is fetched and unpacked outside of
// the frame: coarse blocks first, and the latest request first, because the user looks at it now.
//
// Invariant: a block is requested once at a time; one that does not exist is not requested again.

declare class DecompressionStream {
  // not yet in the library of TypeScript 4.8
  constructor(format: "gzip");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

const kInFlight = 8; // blocks of a file being unpacked; DecompressionStream works on a thread of its own
const kNamesAtOnce = 200; // of a server, in one request
const kUrlBytes = 12000;
const kCacheBytes = 384 << 20;

export interface Transport {
  at_once: number; // how many names load() takes in one call
  load(names: string[]): Promise<Map<string, Uint8Array>>; // without those that do not exist
}

// Written and read by hand: Response.arrayBuffer(), fetch("data:...") and Blob.stream() go through tasks or other processes,
// and wait there for the reader of the page. So a block is unpacked within the task that asked for it.
async function unzip(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new DecompressionStream("gzip"),
    writer = stream.writable.getWriter();
  // All of them fail for a damaged block, and none may stay unheard.
  const [bytes] = await Promise.all([read_all(stream.readable), writer.write(packed), writer.close()]);
  return bytes;
}

async function read_all(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader(),
    parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value!);
    size += part.value!.length;
  }
  if (parts.length === 1) return parts[0];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function from_base64(text: string): Uint8Array {
  const {fromBase64} = Uint8Array as {fromBase64?: (text: string) => Uint8Array}; // browsers from 2025 on: 20 times as fast
  if (fromBase64) return fromBase64(text);
  const raw = atob(text),
    bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// The program stands before the large blocks, so that it draws while the rest is still being read; an element without
// a successor may not be complete yet.
async function element_of(id: string): Promise<HTMLElement | null> {
  const element = document.getElementById(id);
  if (document.readyState !== "loading" || element?.nextElementSibling) return element;
  await new Promise(resolve => document.addEventListener("DOMContentLoaded", resolve, {once: true}));
  return document.getElementById(id);
}

// <script type="text/plain" id="block-NAME">base64 of gzip</script>
export class FileTransport implements Transport {
  at_once = 1;
  async load(names: string[]) {
    const found = new Map<string, Uint8Array>();
    for (const name of names) {
      const element = await element_of("block-" + name);
      if (element) found.set(name, await unzip(from_base64(element.textContent!.trim())));
    }
    return found;
  }
}

export class ServerTransport implements Transport {
  at_once = kNamesAtOnce;
  constructor(private token: string) {}

  async load(names: string[]) {
    const answer = await fetch("/blocks?names=" + names.map(encodeURIComponent).join(","), {
      headers: {Authorization: "Bearer " + this.token},
      cache: "no-store",
    });
    if (answer.status === 404 && names.length > 1) return this.load_singly(names);
    if (answer.status === 404) return new Map<string, Uint8Array>();
    if (!answer.ok)
      throw new Error(
        answer.status === 401 || answer.status === 403
          ? "the server does not accept this page's token"
          : `the server answers ${answer.status}`,
      );
    return unframe(new Uint8Array(await answer.arrayBuffer()));
  }

  private async load_singly(names: string[]) {
    const found = new Map<string, Uint8Array>();
    for (const name of names) for (const [key, bytes] of await this.load([name])) found.set(key, bytes);
    return found;
  }
}

// u32 length of the name, u32 encoding, u32 length of the payload, u32 0, name, payload; and the next
async function unframe(bytes: Uint8Array) {
  const found = new Map<string, Uint8Array>();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 16 <= bytes.length;) {
    const name_size = view.getUint32(at, true),
      encoding = view.getUint32(at + 4, true),
      size = view.getUint32(at + 8, true);
    const payload = bytes.slice(at + 16 + name_size, at + 16 + name_size + size);
    const name = new TextDecoder().decode(bytes.subarray(at + 16, at + 16 + name_size));
    found.set(name, encoding === 1 ? await unzip(payload) : payload);
    at += 16 + name_size + size;
  }
  return found;
}

// Pictures from the pyramid, coarse levels first; sources and occurrences; intervals; lines and marks.
function rank_of(name: string): number {
  if (name.startsWith("p/")) return Number(name.split("/")[2]);
  return name.startsWith("i/") ? 101 : /^[flm]\//.test(name) ? 102 : 100;
}

export class Blocks {
  on_arrival: () => void = () => {};
  on_error: (message: string) => void = () => {};
  private there = new Map<string, Uint8Array>(); // in the order of last use
  private bytes = 0;
  private absent = new Set<string>();
  private asked = new Map<string, {rank: number; request: number}>(); // waiting
  private order: string[] = []; // of those asked for, the next one last; empty where it has to be made again
  private held = false;
  private flying = new Set<string>();
  private waiters = new Map<string, ((bytes: Uint8Array | null) => void)[]>();
  private requests = 0;

  constructor(private transport: Transport) {}

  // The block if it is there; null if there is none; undefined if it is on its way.
  get(name: string): Uint8Array | null | undefined {
    const bytes = this.there.get(name);
    if (bytes) {
      this.there.delete(name); // to the end of the order of use
      this.there.set(name, bytes);
      return bytes;
    }
    if (this.absent.has(name)) return null;
    this.ask(name);
    return undefined;
  }

  load(name: string): Promise<Uint8Array | null> {
    const bytes = this.get(name);
    if (bytes !== undefined) return Promise.resolve(bytes);
    return new Promise(resolve => this.waiters.set(name, [...(this.waiters.get(name) || []), resolve]));
  }

  busy(): boolean {
    return this.asked.size + this.flying.size > 0;
  }

  private ask(name: string) {
    if (this.flying.has(name)) return;
    if (!this.asked.size) queueMicrotask(() => this.send());
    this.asked.set(name, {rank: rank_of(name), request: ++this.requests});
    this.order = [];
  }

  // Until release() nothing more is read: the first frame must not wait for blocks that it does not show.
  hold() {
    this.held = true;
  }
  release() {
    this.held = false;
    this.send();
  }

  private send() {
    const limit = this.transport.at_once > 1 ? 2 * this.transport.at_once : kInFlight;
    while (this.asked.size && this.flying.size < limit && !this.held) {
      const names = this.take();
      this.transport.load(names).then(
        found => this.arrive(names, found),
        error => this.fail(names, error),
      );
    }
  }

  // The names of the next request. Sorted once for all that a frame asks for, not for each that arrives.
  private take(): string[] {
    if (!this.order.length)
      this.order = [...this.asked]
        .sort((a, b) => b[1].rank - a[1].rank || a[1].request - b[1].request)
        .map(([name]) => name);
    const names: string[] = [];
    for (let url = 0; this.order.length && names.length < this.transport.at_once;) {
      const name = this.order[this.order.length - 1];
      if (names.length && (url += name.length + 3) > kUrlBytes) break;
      this.order.pop();
      this.asked.delete(name);
      this.flying.add(name);
      names.push(name);
    }
    return names;
  }

  private arrive(names: string[], found: Map<string, Uint8Array>) {
    for (const name of names) {
      const bytes = found.get(name) || null;
      this.flying.delete(name);
      if (bytes) {
        this.there.set(name, bytes);
        this.bytes += bytes.length;
      } else {
        this.absent.add(name);
      }
      this.settle(name, bytes);
    }
    this.forget_oldest();
    this.send();
    this.on_arrival();
  }

  private fail(names: string[], error: unknown) {
    for (const name of names) {
      this.flying.delete(name);
      this.absent.add(name);
      this.settle(name, null);
    }
    this.on_error(error instanceof Error ? error.message : String(error));
    this.send();
    this.on_arrival();
  }

  private settle(name: string, bytes: Uint8Array | null) {
    const waiting = this.waiters.get(name);
    this.waiters.delete(name);
    for (const resolve of waiting || []) resolve(bytes);
  }

  // After an error of the server: blocks taken for missing may be requested again.
  retry() {
    this.absent.clear();
    this.on_arrival();
  }

  private forget_oldest() {
    for (const [name, bytes] of this.there) {
      if (this.bytes <= kCacheBytes) break;
      this.there.delete(name);
      this.bytes -= bytes.length;
    }
  }
}
