// Creates elements. All text becomes text nodes, never markup: names in a trace are untrusted, and "<script>" is a file
// name like any other.

type Attribute = string | number | boolean | null | undefined | ((event: any) => void);
export type Child = Node | string | number | null | undefined | false | Child[];

const kSvg = "http://www.w3.org/2000/svg";

function add_children(parent: Element, children: Child[]) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add_children(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function set_attributes(element: Element, attributes: Record<string, Attribute>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style")
      (element as HTMLElement).style.cssText = String(value); // the page's policy forbids the attribute
    else if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

// make("button.primary", {title: "...", click: handler}, "text", child)
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K | `${K}.${string}`,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  set_attributes(element, attributes);
  add_children(element, children);
  return element as HTMLElementTagNameMap[K];
}

export function make_svg(tag: string, attributes: Record<string, Attribute> = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(kSvg, tag) as SVGElement;
  set_attributes(element, attributes);
  add_children(element, children);
  return element;
}

export function fill(parent: Element, ...children: Child[]) {
  parent.replaceChildren();
  add_children(parent, children);
}

function focus_key(element: Element): string {
  return (
    element.getAttribute("data-what") ||
    element.getAttribute("aria-label") ||
    element.getAttribute("title")?.split("\n")[0] ||
    element.textContent ||
    ""
  );
}

// fill(), after which the focus is where it was if there is still something like it: a panel that is drawn anew must
// not throw those who use the keyboard back to the top of the page.
export function refill(parent: Element, ...children: Child[]) {
  const focused = parent.contains(document.activeElement) ? focus_key(document.activeElement!) : "";
  fill(parent, ...children);
  if (focused)
    [...parent.querySelectorAll<HTMLElement>("button, select, input")]
      .find(element => focus_key(element) === focused)
      ?.focus();
}

// Text of a file or a name can be ten thousand characters long; a line of a panel is not.
export function shorten(text: string, most = 200): string {
  return text.length <= most ? text : text.slice(0, most - 1) + "…";
}
