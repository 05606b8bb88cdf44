// The first page: games, a form for a new table, tables and replays that are there.

import { ask, find, make, remember, remembered, tell } from "./common.js";

/** @type {any[]} */
let games = [];
/** @type {any} */
let chosen = null;

async function begin() {
  games = (await ask("/api/games")).games;
  find("games").replaceChildren(...games.map((game) => make("button", { type: "button", className: "game", value: game.name, onclick: () => choose(game) }, make("b", {}, game.title), make("span", {}, game.summary))));
  choose(games[0], false);
  await refresh();
  setInterval(() => refresh().catch(() => {}), 3000);
}

/** @param {any} game @param {boolean} [show] */
function choose(game, show = true) {
  chosen = game;
  for (const button of find("games").children) button.setAttribute("aria-pressed", String(button.value === game.name));
  find("name").textContent = game.title;
  const asked = game.options.filter((/** @type {any} */ o) => o.kind !== "fixed");
  const rare = (/** @type {any} */ o) => o.name.startsWith("max_");
  find("options").replaceChildren(...asked.filter((/** @type {any} */ o) => !rare(o)).map(field),
    make("details", {}, make("summary", {}, "limits"), ...asked.filter(rare).map(field)));
  find("options").querySelector("[name=num_players]").addEventListener("change", seats);
  seats();
  if (show) find("form").scrollIntoView({ behavior: "smooth", block: "nearest" });
}

/** @param {any} option */
function field(option) {
  const label = option.name.replaceAll("_", " ");
  let input;
  if (option.kind === "bool") input = make("input", { type: "checkbox", name: option.name, checked: option.default });
  else if (option.kind === "choice") input = make("select", { name: option.name }, ...option.choices.map((/** @type {string} */ word) => make("option", { value: word, selected: word === option.default }, word)));
  else if (option.kind === "words") input = make("input", { name: option.name, placeholder: option.choices.join(", "), value: "" });
  else input = make("input", { type: "number", name: option.name, min: option.low, max: option.high, value: option.default ?? "", placeholder: "as usual" });
  input.dataset.kind = option.kind;
  return make("label", { className: "field", title: option.help }, make("span", {}, label), input, make("small", {}, option.help));
}

function seats() {
  const count = find("options").querySelector("[name=num_players]").value;
  const names = chosen.seats[count] ?? [];
  const before = [...find("seats").querySelectorAll("input")].map((input) => input.value);
  find("seats").replaceChildren(...names.map((/** @type {string} */ name, /** @type {number} */ k) => {
    const input = make("input", { value: before[k] ?? (k ? "greedy" : "me"), "aria-label": `who plays ${name}` });
    input.setAttribute("list", "players");
    return make("label", { className: "field" }, make("span", {}, name), input);
  }));
  find("players").replaceChildren(...["me", "person", ...chosen.agents].map((word) => make("option", { value: word })));
}

function options() {
  const found = /** @type {Record<string, any>} */ ({});
  for (const input of find("options").querySelectorAll("[name]")) {
    const { kind } = input.dataset;
    if (kind === "bool") found[input.name] = input.checked;
    else if (input.value.trim() === "") continue;
    else if (kind === "number") found[input.name] = Number(input.value);
    else if (kind === "words") found[input.name] = input.value.split(",").map((/** @type {string} */ word) => word.trim());
    else found[input.name] = input.value;
  }
  return found;
}

/** @param {Event} event */
async function lay(event) {
  event.preventDefault();
  const button = find("lay");
  button.disabled = true;
  button.textContent = "laying the table …";
  try {
    const players = [...find("seats").querySelectorAll("input")].map((input) => input.value.trim());
    const seed = find("seed").value.trim();
    const text = JSON.stringify({ game: chosen.name, options: options(), seats: players, seed: null });
    // A seed has up to 64 bits, more than a number of this language holds: it is written into the message as digits.
    if (seed && !/^\d{1,20}$/.test(seed)) throw new Error("a seed is a whole number");
    const made = await ask("/api/tables", new Blob([seed ? text.replace(/"seed":null}$/, `"seed":${seed}}`) : text]));
    const own = made.seats.find((/** @type {any} */ seat) => seat.me);
    remember(`table:${made.id}`, { key: own?.key ?? "", seats: made.seats, token: made.token, game: chosen.title });
    location.href = `/t/${made.id}${own ? `#key=${own.key}` : ""}`;
  } catch (error) {
    tell(String(/** @type {Error} */ (error).message));
  } finally {
    button.disabled = false;
    button.textContent = "Sit down";
  }
}

async function refresh() {
  const found = await ask("/api/tables");
  const when = (/** @type {number} */ begun) => new Date(begun * 1000).toLocaleString();
  find("tables").replaceChildren(...found.tables.slice(0, 20).map((/** @type {any} */ one) => {
    const mine = remembered(`table:${one.id}`)?.key;
    return make("li", {}, make("a", { href: `/t/${one.id}${mine ? `#key=${mine}` : ""}` }, one.game), ` ${when(one.begun)} · ${one.over ? "over" : mine ? "your seat waits" : "watch"} `, ...(one.over ? [make("a", { href: `/r/${one.id}` }, "replay")] : []));
  }));
  find("replays").replaceChildren(...found.replays.slice(0, 20).map((/** @type {any} */ one) => make("li", {}, make("a", { href: `/r/${one.id}` }, one.title), ` ${when(one.begun)}`)));
  if (!found.tables.length) find("tables").append(make("li", { className: "note" }, "none yet: choose a game above and sit down"));
  find("tournaments").replaceChildren(...found.tournaments.map(tournament));
}

/** @param {any} one */
function tournament(one) {
  const rows = one.agents.map((/** @type {any} */ row) => make("tr", {}, make("td", {}, row.agent), make("td", { className: "figure" }, String(row.games)), make("td", { className: "figure" }, row.games ? `${(100 * row.won / row.games).toFixed(1)} %` : "–")));
  const link = (/** @type {any} */ game, /** @type {string} */ words) => make("a", { href: `/r/${encodeURIComponent(`${one.name}:${game.number}`)}` }, words);
  const running = one.running.map((/** @type {any} */ game) => make("li", {}, link(game, `game ${game.number}, being played`), ` ${game.agents.join(" · ")}, ${game.length} decisions so far`));
  const games = one.games.slice(0, 15).map((/** @type {any} */ game) => make("li", {}, link(game, `game ${game.number}`), ` ${game.agents.map((/** @type {string} */ who, /** @type {number} */ k) => `${who} ${game.scores[k]}${game.outcome[k] > 0 ? "★" : ""}`).join(" · ")}`));
  return make("section", { className: "card" }, make("h3", {}, `${one.name}: ${one.game}, ${one.total} games`), ...(one.error ? [make("p", {}, one.error)] : []),
    make("table", {}, make("thead", {}, make("tr", {}, ...["agent", "games", "won ↓"].map((word) => make("th", {}, word)))), make("tbody", {}, ...rows)), make("ol", { className: "plain" }, ...running, ...games));
}

find("form").addEventListener("submit", lay);
find("upload").addEventListener("change", async () => {
  try {
    const made = await ask("/api/replays", find("upload").files[0]);
    location.href = `/r/${made.id}`;
  } catch (error) {
    tell(String(/** @type {Error} */ (error).message));
  }
});
begin().catch((error) => tell(String(error)));
