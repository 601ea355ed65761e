"use strict";

// What a person has pointed at among their moves: a piece, a die, an end. Keys are those of the
// board; the choices come from the server with everything that they need to be told apart.

class Selection {
  constructor(choices) {
    this.choices = choices;
    this.clear();
  }

  clear() {
    this.source = "";
    this.target = "";
    this.die = "";
  }

  get sources() {
    return [...new Set(this.choices.map((choice) => choice.source).filter(Boolean))];
  }

  // The choices that match everything that was pointed at.
  get meant() {
    return this.choices.filter((choice) => (
      (!this.source || choice.source === this.source)
      && (!this.target || choice.target === this.target)
      && (!this.die || choice.dice.includes(this.die))
    ));
  }

  // The ends of these choices, once something is chosen or nothing must be.
  get targets() {
    const chosen = this.meant.filter((choice) => this.source || !choice.source);
    return [...new Set(chosen.map((choice) => choice.target).filter(Boolean))];
  }

  // Presses what is under the pointer; returns the choice if only one is left.
  press(keys) {
    const { targets, sources } = this;
    for (const key of keys) {
      if (targets.includes(key)) {
        this.target = key;
        return this.only();
      }
    }
    for (const key of keys) {
      if (key === this.source) return this.again();
      if (sources.includes(key)) {
        this.source = key;
        this.target = "";
        if (!this.meant.length) this.die = "";
        return this.die || this.isPlain() ? this.only() : null;
      }
      if (this.choices.some((choice) => choice.dice.includes(key))) {
        this.die = key;
        this.target = "";
        if (!this.meant.length) this.source = "";
        return this.source ? this.only() : null;
      }
    }
    this.clear();
    return null;
  }

  // The chosen piece was pressed again: what is left is played, or nothing is chosen any more.
  again() {
    const choice = this.only();
    if (!choice) this.clear();
    return choice;
  }

  // Whether a piece says it all, so that a press of it is enough: no move has another end to press.
  isPlain() {
    return this.meant.every((choice) => !choice.target);
  }

  only() {
    return this.meant.length === 1 ? this.meant[0] : null;
  }

  next(step) {
    const { sources } = this;
    if (!sources.length) return;
    const at = sources.indexOf(this.source);
    this.clear();
    this.source = sources[at < 0 ? 0 : (at + step + sources.length) % sources.length];
  }
}
