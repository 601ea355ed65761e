"use strict";

// Pictures that a server sends: SVG, read without anything that could run, and kept by name.

function read(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return [...parsed.childNodes].map((node) => document.importNode(node, true));
}

function keep(arts) {
  for (const [name, [plain, signed]] of Object.entries(arts)) {
    define(`art-${name}`, plain);
    if (signed) define(`sign-${name}`, signed);
  }
}

function define(name, markup) {
  if (by(name)) return;
  const group = document.createElementNS(SVG, "g");
  group.id = name;
  group.append(...read(markup));
  by("arts").append(group);
}
