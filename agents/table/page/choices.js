// What may be done: marks of the drawing that can be clicked, and a list in words. Knows no game: every mark comes with
// the places of the choices it stands for, and a click keeps those choices until one is left.

import { make } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 3; // pixels round a mark

export class Choices {
  /** @param {import("./scene.js").SceneView} view @param {HTMLElement} home @param {(action: number) => void} act */
  constructor(view, home, act) {
    this.view = view;
    this.act = act;
    /** @type {{action: number, words: string}[]} */
    this.choices = [];
    /** @type {Record<string, Record<string, number[]>>} */
    this.hot = {};
    /** @type {Set<number>} */
    this.kept = new Set();
    this.filter = make("input", { type: "search", placeholder: "filter, or a number and Enter", "aria-label": "filter the choices", oninput: () => this.list(), onkeydown: (/** @type {KeyboardEvent} */ e) => this.typed(e) });
    this.back = make("button", { type: "button", className: "back", hidden: true, onclick: () => this.reset() }, "× all choices");
    this.rows = make("ol", { className: "choices", "aria-label": "choices" });
    home.replaceChildren(make("div", { className: "row" }, this.filter, this.back), this.rows);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {{action: number, words: string}[]} choices @param {Record<string, Record<string, number[]>>} hot */
  offer(choices, hot) {
    this.choices = choices;
    this.hot = hot;
    this.filter.value = "";
    this.reset();
  }

  clear() {
    this.offer([], {});
  }

  reset() {
    this.kept = new Set(this.choices.keys());
    this.draw();
  }

  /** @param {number[]} places */
  narrow(places) {
    const left = places.filter((k) => this.kept.has(k));
    if (!left.length) return;
    this.kept = new Set(left);
    if (left.length === 1) this.choose(left[0]);
    else this.draw();
  }

  /** @param {number} place */
  choose(place) {
    const { action } = this.choices[place];
    this.clear();
    this.act(action);
  }

  draw() {
    this.back.hidden = this.kept.size === this.choices.length;
    this.halos();
    this.list();
  }

  shown() {
    const wanted = this.filter.value.trim().toLowerCase();
    if (/^\d+$/.test(wanted)) return [...this.kept];
    return [...this.kept].filter((k) => wanted.split(/\s+/).every((/** @type {string} */ part) => this.choices[k].words.toLowerCase().includes(part)));
  }

  list() {
    const rows = this.shown().map((k) =>
      make("li", {}, make("button", { type: "button", onclick: () => this.choose(k), onmouseenter: () => this.point(k), onmouseleave: () => this.point(-1), value: String(k) },
        make("span", { className: "number" }, String(k + 1)), this.choices[k].words)));
    this.rows.replaceChildren(...rows);
  }

  /** Shows on the board what a choice of the list means. @param {number} place */
  point(place) {
    for (const halo of document.querySelectorAll(".halo")) {
      const places = (halo.getAttribute("data-places") ?? "").split(" ").map(Number);
      halo.classList.toggle("meant", place >= 0 && places.includes(place));
    }
  }

  /** @param {number} action */
  hint(action) {
    const place = this.choices.findIndex((choice) => choice.action === action);
    this.point(place);
    for (const button of this.rows.querySelectorAll("button")) button.classList.toggle("hinted", button.value === String(place));
    this.rows.querySelector(".hinted")?.scrollIntoView({ block: "nearest" });
  }

  halos() {
    for (const group of document.querySelectorAll("g.halos")) group.remove();
    for (const [panel, marks] of Object.entries(this.hot)) {
      const svg = this.view.pictures.get(panel);
      if (!svg) continue;
      const found = Object.entries(marks).map(([place, places]) => this.area(panel, Number(place), places)).filter((one) => one !== null);
      found.sort((a, b) => b.wide * b.tall - a.wide * a.tall);
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("class", "halos");
      found.forEach((one, k) => {
        if (!found.slice(0, k).some((other) => same(other, one))) group.append(this.halo(one));
      });
      svg.append(group);
      if (group.firstElementChild) reach(svg, group.firstElementChild);
    }
  }

  /** Where a mark is and what it still stands for; nothing if it narrows nothing.
   * @param {string} panel @param {number} place @param {number[]} places */
  area(panel, place, places) {
    const left = places.filter((k) => this.kept.has(k));
    if (!left.length || (left.length === this.kept.size && left.length > 1)) return null;
    const element = /** @type {SVGGraphicsElement | undefined} */ (this.view.element(panel, place));
    if (!element) return null;
    const box = element.getBBox();
    const move = element.transform.baseVal.consolidate()?.matrix;
    return { x: box.x + (move?.e ?? 0), y: box.y + (move?.f ?? 0), wide: box.width, tall: box.height, left };
  }

  /** @param {{x: number, y: number, wide: number, tall: number, left: number[]}} one */
  halo(one) {
    const rect = document.createElementNS(SVG, "rect");
    const words = one.left.slice(0, 3).map((k) => this.choices[k].words).join("; ") + (one.left.length > 3 ? `; … ${one.left.length} choices` : "");
    const facts = { x: one.x - ROOM, y: one.y - ROOM, width: one.wide + 2 * ROOM, height: one.tall + 2 * ROOM, rx: 7, class: "halo", tabindex: 0, role: "button", "aria-label": words, "data-places": one.left.join(" ") };
    for (const [name, value] of Object.entries(facts)) rect.setAttribute(name, String(value));
    const title = document.createElementNS(SVG, "title");
    title.textContent = words;
    rect.append(title);
    rect.addEventListener("click", () => this.narrow(one.left));
    rect.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.narrow(one.left);
      }
    });
    return rect;
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.key !== "Enter") return;
    const wanted = this.filter.value.trim();
    const place = /^\d+$/.test(wanted) ? Number(wanted) - 1 : this.shown().length === 1 ? this.shown()[0] : -1;
    if (this.kept.has(place)) this.choose(place);
  }

  /** Digits go to the filter from anywhere; Escape takes the narrowing back. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") this.reset();
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key) && this.choices.length) this.filter.focus();
  }
}

/** On a narrow screen a panel shows a part of its picture: that where something may be done. @param {SVGSVGElement} svg @param {Element} mark */
function reach(svg, mark) {
  const panel = svg.parentElement;
  if (!panel || panel.scrollWidth <= panel.clientWidth) return;
  const at = mark.getBoundingClientRect(), room = panel.getBoundingClientRect();
  if (at.left < room.left || at.right > room.right) panel.scrollLeft += at.left + at.width / 2 - room.left - room.width / 2;
}

/** One mark within another that stands for the same. @param {any} outer @param {any} inner */
function same(outer, inner) {
  const within = inner.x >= outer.x - 1 && inner.y >= outer.y - 1 && inner.x + inner.wide <= outer.x + outer.wide + 1 && inner.y + inner.tall <= outer.y + outer.tall + 1;
  return within && outer.left.join() === inner.left.join();
}
