// Shows drawings: panels as SVG in a grid that follows the room there is. Knows no game.
// A drawing is {title, panels: [{name, title, place: [x, y, width, height], marks: [svg element, …]}]};
// a change of it is {title, changes: {panel: [[where, how many go, [elements that come]], …]}}, the last place first.

const SVG = "http://www.w3.org/2000/svg";
const COLUMN = 10, ROW = 20, MARGIN = 6;

/** @param {string} markup elements without a root @returns {Element[]} */
function parsed(markup) {
  const root = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml").documentElement;
  if (root.querySelector("parsererror")) throw new Error("a drawing cannot be read");
  return [...root.children].map((child) => /** @type {Element} */ (document.importNode(child, true)));
}

/** Puts the symbols that drawings use into the page, once. @param {string} symbols */
export function putSymbols(symbols) {
  document.getElementById("symbols")?.remove();
  const [holder] = parsed(`<svg id="symbols" width="0" height="0" aria-hidden="true">${symbols}</svg>`);
  document.body.append(holder);
}

export class SceneView {
  /** @param {HTMLElement} home */
  constructor(home) {
    this.home = home;
    home.classList.add("scene");
    /** @type {any} */
    this.scene = null;
    /** @type {Map<string, SVGSVGElement>} */
    this.pictures = new Map();
  }

  /** Shows a drawing, or a change of the one that is there. @param {any} given @param {boolean} [mark] what is new */
  show(given, mark = false) {
    for (const fresh of this.home.querySelectorAll(".fresh")) fresh.classList.remove("fresh");
    if (given.panels) this.begin(given);
    else this.change(given, mark);
  }

  /** @param {any} scene */
  begin(scene) {
    this.scene = { ...scene, panels: scene.panels.map((/** @type {any} */ p) => ({ ...p, marks: [...p.marks] })) };
    this.home.replaceChildren();
    this.pictures.clear();
    const xs = edges(scene.panels.flatMap((/** @type {any} */ p) => [p.place[0], p.place[0] + p.place[2]]));
    const ys = edges(scene.panels.flatMap((/** @type {any} */ p) => [p.place[1], p.place[1] + p.place[3]]));
    const spans = xs.slice(1).map((x, k) => `minmax(0,${x - xs[k]}fr)`);
    this.home.style.setProperty("--columns", spans.join(" "));
    this.home.style.setProperty("--widest", `${(xs[xs.length - 1] - xs[0]) * COLUMN * 1.25}px`);
    this.home.style.setProperty("--ratio", `${(xs[xs.length - 1] - xs[0]) * COLUMN / ((ys[ys.length - 1] - ys[0]) * ROW)}`);
    for (const panel of scene.panels) this.home.append(this.picture(panel, xs, ys));
  }

  /** @param {any} panel @param {number[]} xs @param {number[]} ys */
  picture(panel, xs, ys) {
    const [x, y, wide, tall] = panel.place;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${wide * COLUMN + 2 * MARGIN} ${tall * ROW + 2 * MARGIN}`);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", panel.title);
    svg.append(...parsed(panel.marks.join("")));
    const cell = document.createElement("div");
    cell.className = "panel";
    cell.dataset.name = panel.name;
    cell.style.setProperty("--place", [ys.indexOf(y) + 1, xs.indexOf(x) + 1, ys.indexOf(y + tall) + 1, xs.indexOf(x + wide) + 1].join("/"));
    cell.style.setProperty("--least", `${Math.min(wide * COLUMN * 0.6, 620)}px`);
    cell.append(svg);
    this.pictures.set(panel.name, svg);
    return cell;
  }

  /** @param {any} patch @param {boolean} mark */
  change(patch, mark) {
    this.scene.title = patch.title;
    for (const panel of this.scene.panels) {
      const svg = this.pictures.get(panel.name);
      for (const [where, gone, come] of patch.changes[panel.name] ?? []) {
        if (!svg) continue;
        panel.marks.splice(where, gone, ...come);
        for (let k = 0; k < gone; k++) svg.children[where]?.remove();
        const fresh = parsed(come.join(""));
        const next = svg.children[where] ?? null;
        for (const element of fresh) {
          if (mark) element.classList.add("fresh");
          svg.insertBefore(element, next);
        }
      }
    }
  }

  /** The element of a mark. @param {string} panel @param {number} place */
  element(panel, place) {
    return this.pictures.get(panel)?.children[place];
  }
}

/** @param {number[]} values */
function edges(values) {
  return [...new Set(values)].sort((a, b) => a - b);
}
