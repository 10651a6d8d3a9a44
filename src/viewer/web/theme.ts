// Colours of states, lines and threads in three themes. The states' colours are told apart by people with any common
// colour blindness (tests/viewer computes their distances under protanopia, deuteranopia and tritanopia), and in print
// by patterns as well. No information is in the colour alone: legend, tooltip, labels and tables give the same in
// words.
import {ProcState} from "./words";

export type ThemeName = "light" | "dark" | "print";

export interface Theme {
  name: ThemeName;
  states: number[]; // 0xrrggbb, by ProcState
  ground: number; // behind the lanes
  text: string;
  quiet_text: string;
  grid: string;
  panel: string;
  accent: string;
  lines: string[]; // by LineKind
  threads: number[];
  phases: number[]; // of a skeleton: call, divide, sequential, exchange, combine
  patterns: boolean;
}

const kThreads = [
  0x4a86c5, 0xe0a030, 0x3fa07a, 0xc96a9e, 0x7a6bc0, 0xc8553d, 0x5fb3c9, 0x9a8f3a, 0x7f8794, 0xa8744f, 0x6fae4f,
  0xb59ad6,
];

const kLight: Theme = {
  name: "light",
  states: [0xe6e9ee, 0x3d85c0, 0xf5d564, 0xc98bb5, 0xd4511e, 0x5f6876, 0x23272e, 0x94c9a9, 0x692d0f],
  ground: 0xffffff,
  text: "#1d232b",
  quiet_text: "#5b6572",
  grid: "#e3e7ec",
  panel: "#ffffff",
  accent: "#0b5cad",
  lines: [
    "#1f6f4a",
    "#1f6f4a",
    "#7a4fb0",
    "#7a4fb0",
    "#b3340a",
    "#8a3d75",
    "#0f6d86",
    "#0f6d86",
    "#444c57",
    "#444c57",
    "#7a4fb0",
  ],
  threads: kThreads,
  phases: [0x444c57, 0xe69f00, 0x0072b2, 0xcc79a7, 0x009e73],
  patterns: false,
};

const kDark: Theme = {
  name: "dark",
  states: [0x2a2f37, 0x5b9fd8, 0xf3ca52, 0xb872a2, 0xe5683a, 0x525b69, 0xf2f4f7, 0x94c9a9, 0x692d0f],
  ground: 0x14171b,
  text: "#e6eaf0",
  quiet_text: "#9aa5b3",
  grid: "#272c34",
  panel: "#1a1e24",
  accent: "#7db8f2",
  lines: [
    "#6fd0a0",
    "#6fd0a0",
    "#c0a0f0",
    "#c0a0f0",
    "#ff9a70",
    "#e6a5d2",
    "#74d0e6",
    "#74d0e6",
    "#c2cad6",
    "#c2cad6",
    "#c0a0f0",
  ],
  threads: kThreads,
  phases: [0xc2cad6, 0xf0b429, 0x56b4e9, 0xe08fc0, 0x2fc297],
  patterns: false,
};

const kPrint: Theme = {
  ...kLight,
  name: "print",
  states: [0xffffff, 0x9a9a9a, 0xffffff, 0xffffff, 0xffffff, 0x555555, 0x000000, 0xffffff, 0xffffff],
  text: "#000000",
  quiet_text: "#333333",
  grid: "#cccccc",
  accent: "#000000",
  lines: new Array(11).fill("#000000"),
  phases: [0x000000, 0xd9d9d9, 0x8c8c8c, 0x000000, 0x595959],
  patterns: true,
};

export const kThemes: Record<ThemeName, Theme> = {light: kLight, dark: kDark, print: kPrint};

// In print: whether the pixel at x, y carries ink above the state's ground. Wide enough to survive a photocopy.
export function has_ink(state: number, x: number, y: number): boolean {
  switch (state) {
    case ProcState.wait_task:
      return (x + y) % 6 === 0; // rising lines
    case ProcState.wait_event:
      return (x - y + 60000) % 6 === 0; // falling lines
    case ProcState.wait_lock:
      return x % 4 === 0 || y % 4 === 0; // grid
    case ProcState.idle:
      return x % 8 === 0 && y % 8 === 0; // sparse dots
    case ProcState.unrecorded:
      return x % 3 === 0 && y % 3 === 0; // dense dots
    case ProcState.setup:
      return y % 4 === 0; // level lines
    default:
      return false;
  }
}

// In print: told apart by the pattern, on a ground that is the same for all of them.
export function is_patterned(state: number): boolean {
  return state !== ProcState.active && state !== ProcState.overhead && state !== ProcState.preempted;
}

export function css_colour(rgb: number): string {
  return "#" + rgb.toString(16).padStart(6, "0");
}

// As a Uint32 of ImageData on a little-endian machine: 0xaabbggrr.
export function to_pixel(rgb: number): number {
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

// Black or white, whichever is read better on the colour.
export function text_on(rgb: number): string {
  const channel = (shift: number) => {
    const c = ((rgb >> shift) & 0xff) / 255;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0) > 0.2 ? "#10141a" : "#ffffff";
}
