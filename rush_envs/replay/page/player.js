// Plays a film of drawings: {title, symbols, marks: [svg element, …], first, changes: [change, …], words: [[sentence, …], …],
// captions: [sentence, …]}, in which elements are numbers of `marks`. Slider, arrows, play and pause, a link to a place.

import { SceneView, putSymbols } from "./scene.js";

/** @param {any} film @param {any} drawing elements by their numbers */
function whole(film, drawing) {
  const named = (/** @type {number[]} */ list) => list.map((k) => film.marks[k]);
  if (drawing.panels) {
    return { ...drawing, panels: drawing.panels.map((/** @type {any} */ p) => ({ ...p, marks: named(p.marks) })) };
  }
  const changes = Object.entries(drawing.changes).map(([name, list]) => [
    name, /** @type {any[]} */ (list).map(([where, gone, come]) => [where, gone, named(come)]),
  ]);
  return { title: drawing.title, changes: Object.fromEntries(changes) };
}

/** The drawing that a change leads to. @param {any} before @param {any} patch */
function changed(before, patch) {
  if (patch.panels) return patch;
  const panels = before.panels.map((/** @type {any} */ panel) => {
    const marks = [...panel.marks];
    for (const [where, gone, come] of patch.changes[panel.name] ?? []) marks.splice(where, gone, ...come);
    return { ...panel, marks };
  });
  return { title: patch.title, panels };
}

export class Player {
  /** @param {HTMLElement} home @param {any} film @param {(ply: number) => void} [told] */
  constructor(home, film, told) {
    this.film = film;
    this.told = told ?? (() => {});
    putSymbols(film.symbols);
    this.last = film.changes.length;
    this.ply = -1;
    this.timer = 0;
    this.slider = document.createElement("input");
    this.pace = document.createElement("select");
    this.place = document.createElement("output");
    this.playing = document.createElement("button");
    home.replaceChildren();
    const scene = document.createElement("div");
    this.caption = document.createElement("p");
    this.caption.className = "caption";
    this.caption.setAttribute("aria-live", "polite");
    this.log = document.createElement("ol");
    this.log.className = "log";
    this.log.tabIndex = 0;
    this.log.setAttribute("aria-label", "what happened");
    const side = document.createElement("div");
    side.className = "side";
    side.append(this.controls(), this.caption, this.log);
    home.append(scene, side);
    home.classList.add("film");
    this.view = new SceneView(scene);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.kept = [whole(film, film.first)]; // whole drawings now and then, to jump to
    const wanted = Number(/ply=(\d+)/.exec(location.hash)?.[1] ?? 0);
    this.go(Math.min(wanted, this.last));
  }

  /** The same game, played on since; whoever stands at its end sees it go on. @param {any} film */
  extend(film) {
    const atEnd = this.ply === this.last && !this.timer;
    this.film = film;
    this.last = film.changes.length;
    this.kept = [whole(film, film.first)];
    this.slider.max = String(this.last);
    this.place.textContent = `${this.ply} of ${this.last}`;
    if (atEnd && this.ply < this.last) this.play();
  }

  close() {
    this.pause();
    document.removeEventListener("keydown", this.keys);
  }

  controls() {
    const bar = document.createElement("div");
    bar.className = "controls";
    const button = (/** @type {string} */ words, /** @type {string} */ title, /** @type {() => void} */ act, made = document.createElement("button")) => {
      made.type = "button";
      made.textContent = words;
      made.title = title;
      made.setAttribute("aria-label", title);
      made.addEventListener("click", act);
      bar.append(made);
    };
    button("«", "to the start", () => this.go(0));
    button("‹", "one back", () => this.go(this.ply - 1));
    button("▶", "play or pause", () => (this.timer ? this.pause() : this.play()), this.playing);
    button("›", "one on", () => this.go(this.ply + 1));
    button("»", "to the end", () => this.go(this.last));
    Object.assign(this.slider, { type: "range", min: "0", max: String(this.last), value: "0" });
    this.slider.setAttribute("aria-label", "decision");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.pace.setAttribute("aria-label", "pace");
    for (const [words, ms] of [["slow", "1600"], ["normal", "700"], ["fast", "250"]]) this.pace.add(new Option(words, ms));
    this.pace.value = "700";
    bar.append(this.slider, this.place, this.pace);
    return bar;
  }

  play() {
    if (this.ply >= this.last) this.go(0);
    this.playing.textContent = "❚❚";
    const next = () => {
      this.go(this.ply + 1);
      if (this.ply >= this.last) this.pause();
      else this.timer = window.setTimeout(next, Number(this.pace.value));
    };
    this.timer = window.setTimeout(next, Number(this.pace.value));
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.playing.textContent = "▶";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 })[event.key];
    if (step) this.go(this.ply + step);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.last);
    else if (event.key === " ") this.timer ? this.pause() : this.play();
    else return;
    event.preventDefault();
  }

  /** The whole drawing after so many decisions. @param {number} ply */
  drawing(ply) {
    for (let k = this.kept.length; k <= ply; k++) {
      this.kept.push(changed(this.kept[k - 1], whole(this.film, this.film.changes[k - 1])));
    }
    return this.kept[ply];
  }

  /** @param {number} ply */
  go(ply) {
    ply = Math.max(0, Math.min(ply, this.last));
    if (ply === this.ply) return;
    if (ply === this.ply + 1 && this.ply >= 0) this.view.show(whole(this.film, this.film.changes[ply - 1]), true);
    else this.view.show(this.drawing(ply));
    this.ply = ply;
    this.slider.value = String(ply);
    this.place.textContent = `${ply} of ${this.last}`;
    this.caption.textContent = this.film.captions[ply];
    this.tell(ply);
    history.replaceState(null, "", `#${location.hash.slice(1).replace(/&?ply=\d+/, "")}&ply=${ply}`.replace("#&", "#"));
    this.told(ply);
  }

  /** The sentences up to here, the newest in sight. @param {number} ply */
  tell(ply) {
    while (this.log.children.length > ply) this.log.lastElementChild?.remove();
    for (let k = this.log.children.length; k < ply; k++) {
      const line = document.createElement("li");
      line.textContent = this.film.words[k].join(" ") || "…";
      line.addEventListener("click", () => this.go(k + 1));
      this.log.append(line);
    }
    this.log.scrollTop = this.log.scrollHeight;
  }
}
