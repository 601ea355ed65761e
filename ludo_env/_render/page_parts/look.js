"use strict";

// Dark or light: as the system has it, until the button says otherwise.

{
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("scheme");
  const lit = (night) => {
    document.documentElement.dataset.scheme = night ? "night" : "day";
    button.setAttribute("aria-pressed", String(night));
  };
  dark.addEventListener("change", () => lit(dark.matches));
  button.addEventListener("click", () => lit(document.documentElement.dataset.scheme !== "night"));
  lit(dark.matches);
}
