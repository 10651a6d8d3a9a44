// The program of the page itself: types, form, size, and that no text can become markup.
import {spawnSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import {expect, script, style} from "./browser.mjs";

const kRoot = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../..");
const run = (command, ...words) => {
  const done = spawnSync(command, words, {cwd: kRoot, encoding: "utf8"});
  return {status: done.status, said: (done.stdout + done.stderr).trim()};
};

export const source_cases = {
  async types_are_right() {
    const {status, said} = run("tsc", "-p", "tests/viewer/tsconfig.json");
    expect(status === 0, said);
  },

  async form_is_that_of_prettier() {
    const files = ["src/viewer/web", "tests/viewer", "bench/viewer"].flatMap(folder =>
      fs
        .readdirSync(path.join(kRoot, folder))
        .filter(name => /\.(?:ts|mjs)$/.test(name))
        .map(name => `${folder}/${name}`),
    );
    const {status, said} = run("node", path.join(process.env.PRETTIER, "bin/prettier.cjs"), "--check", ...files);
    expect(status === 0, said);
  },

  async packed_it_is_small() {
    const bytes = zlib.gzipSync(script, {level: 9}).length + zlib.gzipSync(style, {level: 9}).length;
    expect(bytes <= 150 * 1024, `${bytes} bytes packed, at most ${150 * 1024}`);
  },

  async no_text_becomes_markup_or_code() {
    const folder = path.join(kRoot, "src/viewer/web");
    for (const name of fs.readdirSync(folder).filter(each => each.endsWith(".ts")))
      for (const [index, line] of fs.readFileSync(path.join(folder, name), "utf8").split("\n").entries()) {
        const found =
          /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|createContextualFragment|srcdoc|new Function)\b/.exec(
            line,
          );
        expect(!found, `${name}:${index + 1}: ${found?.[0]}`);
      }
    for (const address of script.match(/https?:\/\/[^"'`\s]+/g) || [])
      expect(address.startsWith("http://www.w3.org/"), `the program holds an address: ${address}`);
  },
};
