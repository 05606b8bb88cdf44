// A game: the drawing, what may be done, what happened, who sits where.

import { asking, thoughts } from "./analysis.js";
import { Choices } from "./choices.js";
import { ask, find, keep, make, remember, remembered, tell } from "./common.js";
import { SceneView, putSymbols } from "./scene.js";

const name = location.pathname.split("/").pop() ?? "";
const key = /key=([\w-]+)/.exec(location.hash)?.[1] ?? remembered(`table:${name}`)?.key ?? "";
const view = new SceneView(find("scene"));
const choices = new Choices(view, find("choices"), (action) => { sent = table.given; say({ type: "answer", action, given: table.given }); });
/** @type {any} */
let table = { ply: 0, seats: [], asked: [], seat: null };
/** @type {any[]} */
let waiting = []; // steps that are still to be shown
let timer = 0, since = Date.now(), // when the table began to wait for whom it waits for
   sent = -1, // answers given when the last one was sent
   here = /** @type {number[]} */ ([]), watching = 0;
/** @type {WebSocket} */
let line;

function connect() {
  line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(name)}`);
  let final = false;
  line.addEventListener("open", () => say({ type: "sit", key }));
  line.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    final ||= Boolean(message.final);
    hear(message);
  });
  line.addEventListener("close", () => {
    if (final) return;
    find("words").textContent = "The line is cut; trying again …";
    setTimeout(connect, 1000);
  });
}

/** @param {any} message */
function say(message) {
  if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
  else tell("The line is cut; what you did was not heard.");
}

/** @param {any} message */
function hear(message) {
  if (message.type === "table") whole(message);
  else if (message.type === "step") { waiting.push(message); showNext(); }
  else if (message.type === "thinking") { since = Date.now() - 1000 * message.for; table.thinking = message; status(); }
  else if (message.type === "here") { here = message.seats; watching = message.watching; seats(); }
  else if (message.type === "hint") { choices.hint(message.action); tell(`${message.agent} would: ${message.words}`, "note"); }
  else if (message.type === "analysis") find("thoughts").replaceChildren(thoughts(message));
  else if (message.type === "error") { tell(message.words); if (message.final) find("words").textContent = message.words; else { sent = -1; offer(); } }
}

/** @param {any} message */
function whole(message) {
  waiting = [];
  sent = -1;
  clearTimeout(timer);
  timer = 0;
  table = message;
  since = Date.now();
  document.title = `${message.game} · rush-envs`;
  find("title").textContent = message.game;
  putSymbols(message.symbols);
  view.show(message.scene);
  find("hidden").hidden = message.scene.panels.length > 0;
  find("log").replaceChildren();
  message.log.forEach((/** @type {string[]} */ words) => told(words));
  if (key && message.seat !== null) remember(`table:${name}`, { ...remembered(`table:${name}`), key, game: message.game });
  settle();
}

/** The next step, at the pace that was chosen; one's own at once. */
function showNext() {
  if (timer || !waiting.length) return;
  const message = waiting.shift();
  const pace = waiting.length > 60 ? 0 : Number(find("pace").value);
  view.show(message.change, true);
  find("hidden").hidden = view.scene.panels.length > 0;
  told(message.told);
  if (message.asked) table = { ...table, ...message };
  table.thinking = null;
  since = Date.now();
  if (waiting.length) choices.clear();
  settle();
  timer = window.setTimeout(() => { timer = 0; showNext(); }, pace);
}

/** @param {string[]} words */
function told(words) {
  if (!words.length) return;
  const log = find("log");
  log.append(make("li", {}, words.join(" ")));
  log.scrollTop = log.scrollHeight;
}

function settle() {
  status();
  seats();
  for (const [act, may] of Object.entries({ undo: table.undo, hint: table.choices?.length, resign: table.seat !== null && !table.over, again: table.undo, save: table.undo || table.over, replay: table.over })) {
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`[data-act=${act}]`));
    if (button) button.hidden = !may;
  }
  find("analysis").hidden = !(table.undo && !table.over);
  offer();
}

function offer() {
  if (!waiting.length && table.given > sent) choices.offer(table.choices ?? [], table.hot ?? {});
}

function status() {
  const named = (/** @type {number} */ seat) => table.seats[seat].name;
  const others = table.asked.filter((/** @type {number} */ seat) => seat !== table.seat);
  const mine = table.asked.includes(table.seat) && !table.over;
  let words = table.verdict;
  if (mine) words = `Your turn, ${named(table.seat)}` + (others.length > 1 ? ` (with ${others.length} others)` : others.length ? ` (with ${named(others[0])})` : "");
  else if (!table.over) words = `Waiting for ${others.map((/** @type {number} */ seat) => `${named(seat)} (${table.seats[seat].player})`).join(", ")} …`;
  if (find("words").textContent !== words) find("words").textContent = words;
  find("status").className = mine ? "mine" : "";
  patience(mine || table.over ? 0 : (Date.now() - since) / 1000);
}

/** How long the table has waited already, and of how long where that is known. @param {number} seconds */
function patience(seconds) {
  const limit = table.thinking?.limit ?? 0;
  find("patience").hidden = seconds < 1;
  find("seconds").textContent = limit > 1 ? `${Math.min(Math.round(seconds), limit)} of ${limit} s` : `${Math.round(seconds)} s`;
  find("share").hidden = limit <= 1;
  if (limit > 1) Object.assign(find("share"), { max: limit, value: Math.min(seconds, limit) });
}

function seats() {
  const rows = table.seats.map((/** @type {any} */ seat, /** @type {number} */ k) => {
    const marks = [table.asked.includes(k) ? "●" : "", k === table.seat ? "you" : seat.player, seat.player === "person" && k !== table.seat ? (here.includes(k) ? "(here)" : "(away)") : "", seat.outcome > 0 ? "won" : "", seat.score !== null ? `${seat.score} points` : ""];
    return make("li", { className: table.asked.includes(k) ? "asked" : "" }, make("b", {}, seat.name), ` ${marks.filter(Boolean).join(" · ")}`, ...invitation(k));
  });
  find("seats").replaceChildren(...rows);
  find("watching").textContent = watching ? `${watching} watching` : "";
}

/** The link for a person who is still to come. @param {number} seat */
function invitation(seat) {
  const keys = remembered(`table:${name}`)?.seats ?? [];
  const found = keys.find((/** @type {any} */ one) => one.seat === seat);
  if (!found || seat === table.seat || here.includes(seat)) return [];
  const token = remembered(`table:${name}`)?.token;
  const link = `${location.origin}/t/${name}${token ? `?token=${token}` : ""}#key=${found.key}`;
  return [make("button", { type: "button", className: "link", onclick: async () => {
    await navigator.clipboard?.writeText(link).catch(() => {});
    tell(`Send this link: ${link}`, "note");
  } }, "invite by link")];
}

const acts = /** @type {Record<string, () => any>} */ ({
  undo: () => say({ type: "undo" }),
  hint: () => say({ type: "hint", agent: "greedy" }),
  resign: () => confirm("Give up this game?") && say({ type: "resign" }),
  again: async () => {
    const made = await ask(`/api/tables/${name}/again`, { type: "sit", key });
    const own = made.seats.find((/** @type {any} */ seat) => seat.me) ?? made.seats[0];
    remember(`table:${made.id}`, { key: own.key, seats: made.seats, token: made.token, game: table.game });
    location.href = `/t/${made.id}#key=${own.key}`;
  },
  save: async () => {
    const answer = await fetch(`/api/tables/${name}/replay`, { method: "POST", body: JSON.stringify({ type: "sit", key }) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    keep(`${table.name}.json`, await answer.blob());
  },
  replay: () => { location.href = `/r/${name}`; },
});
for (const [act, run] of Object.entries(acts)) {
  document.querySelector(`[data-act=${act}]`)?.addEventListener("click", async () => {
    try { await run(); } catch (error) { tell(String(error)); }
  });
}
find("pace").value = remembered("pace") ?? "500";
find("pace").addEventListener("change", () => remember("pace", find("pace").value));
find("ask").append(asking((agent) => { find("thoughts").textContent = "thinking …"; say({ type: "analyse", agent }); }, "analyse"));
setInterval(() => { if (!table.over && table.seats.length) status(); }, 1000);
connect();
