// What an agent thinks: actions with probabilities or values, expected outcomes, the curve over a game.

import { make } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";
export const AGENTS = ["greedy", "ppo", "mcts:200ms", "mcts:1000ms"];
export const LINES = ["--blue", "--vermilion", "--green", "--purple", "--brown", "--crimson"];

/** @param {(agent: string) => void} act @param {string} words */
export function asking(act, words) {
  const agent = make("input", { value: "greedy", size: 12, "aria-label": "agent that analyses" });
  agent.setAttribute("list", "thinkers");
  const names = make("datalist", { id: "thinkers" }, ...AGENTS.map((name) => make("option", { value: name })));
  return make("form", { className: "row", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); act(agent.value.trim()); } }, agent, names, make("button", { type: "submit" }, words));
}

/** @param {any} found @param {number | null} [played] the action that was played */
export function thoughts(found, played = null) {
  const whose = found.open ? "the open table" : `what ${found.names[found.seat]} may know`;
  const parts = [make("p", { className: "note" }, `${found.agent}, decision ${found.ply}, by ${whose}`)];
  if (found.expected) parts.push(outcomes(found));
  if (found.actions.length) parts.push(ranking(found, played));
  return make("div", { className: "thoughts" }, ...parts);
}

/** @param {any} found */
function outcomes(found) {
  const rows = found.names.map((/** @type {string} */ name, /** @type {number} */ k) => {
    const mean = found.expected.mean[k], error = found.expected.error[k];
    const bar = make("meter", { min: -1, max: 1, value: mean, "aria-label": `expected outcome of ${name}` });
    return make("tr", {}, make("td", {}, name), make("td", {}, bar), make("td", { className: "figure" }, `${signed(mean)} ± ${error.toFixed(2)}`));
  });
  return make("table", { className: "outcomes" }, make("caption", {}, "expected outcome (−1 lost, +1 won), by playing on"), make("tbody", {}, ...rows));
}

/** @param {any} found @param {number | null} played */
function ranking(found, played) {
  const most = Math.max(...found.actions.map((/** @type {any} */ row) => row.probability ?? row.visits ?? 1));
  const rows = found.actions.slice(0, 14).map((/** @type {any} */ row) => {
    const share = (row.probability ?? row.visits ?? 1) / most;
    const words = row.probability !== undefined ? `${(100 * row.probability).toFixed(1)} %`
      : row.visits !== undefined ? `${signed(row.value)} ± ${row.error.toFixed(2)} · ${row.visits}` : "chosen";
    const mark = (row.action === found.chosen ? "★ " : "") + (row.action === played ? "▸ " : "");
    return make("tr", { className: row.action === found.chosen ? "chosen" : "" }, make("td", {}, mark + row.words),
      make("td", {}, make("progress", { max: 1, value: share, "aria-label": row.words })), make("td", { className: "figure" }, words));
  });
  const heads = /** @type {Record<string, string>} */ ({ probability: "how likely it would choose each", search: "better than greedy's answer by · visits", choice: "what it would do" });
  const more = played !== null ? " (★ its choice, ▸ played)" : "";
  return make("table", { className: "ranking" }, make("caption", {}, `${heads[found.kind] ?? ""}, of ${found.of} legal${more}`), make("tbody", {}, ...rows));
}

/** @param {number} value */
function signed(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** @param {any} found @param {(ply: number) => void} go */
export function curve(found, go) {
  const wide = 360, tall = 150, last = Math.max(1, found.points[found.points.length - 1].ply);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `-24 -8 ${wide + 32} ${tall + 24}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "expected outcome of every seat over the game");
  svg.setAttribute("class", "curve");
  const x = (/** @type {number} */ ply) => (ply / last) * wide, y = (/** @type {number} */ value) => (1 - value) * tall / 2;
  const put = (/** @type {string} */ tag, /** @type {Record<string, any>} */ facts, words = "") => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(facts)) element.setAttribute(name, String(value));
    element.textContent = words;
    svg.append(element);
    return element;
  };
  for (const value of [-1, 0, 1]) {
    put("path", { d: `M0 ${y(value)}h${wide}`, stroke: "var(--silver)" });
    put("text", { x: -5, y: y(value) + 4, "text-anchor": "end", "font-size": 10, fill: "var(--grey)" }, String(value));
  }
  found.names.forEach((/** @type {string} */ name, /** @type {number} */ seat) => {
    const points = found.points.map((/** @type {any} */ p) => `${x(p.ply).toFixed(1)} ${y(p.mean[seat]).toFixed(1)}`);
    put("path", { d: `M${points.join("L")}`, fill: "none", stroke: `var(${LINES[seat % LINES.length]})`, "stroke-width": 2 });
  });
  for (const one of found.mistakes) {
    const dot = put("circle", { cx: x(one.ply), cy: y(0.92), r: 6, fill: `var(${LINES[one.seat % LINES.length]})`, stroke: "var(--ink)", class: "mistake" });
    dot.addEventListener("click", () => go(one.ply));
  }
  const names = make("p", { className: "legend" }, ...found.names.map((/** @type {string} */ name, /** @type {number} */ k) => make("span", { className: `line-${k % LINES.length}` }, name)));
  const list = make("ol", { className: "mistakes" }, ...found.mistakes.map((/** @type {any} */ one) =>
    make("li", {}, make("button", { type: "button", onclick: () => go(one.ply) }, `${one.ply}: ${one.name} ${one.words} (−${one.fall.toFixed(2)})`))));
  const head = found.mistakes.length ? "largest falls of the one who decided" : "no fall larger than the estimate's own noise";
  return make("div", { className: "thoughts" }, svg, names, make("p", { className: "note" }, head), list);
}
