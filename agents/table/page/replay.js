// A replay: the film, whose eyes, what an agent thinks of a position or of the whole game.

import { asking, curve, thoughts } from "./analysis.js";
import { ask, find, make, tell } from "./common.js";
import { Player } from "./player.js";

const name = decodeURIComponent(location.pathname.split("/").pop() ?? "");
/** @type {Player | undefined} */
let player;
const AGAIN = 3000; // milliseconds until a game that is still played is asked for again

async function open() {
  const seat = find("eyes").value;
  const film = await ask(address(seat));
  player?.close();
  player = new Player(find("player"), film);
  find("analysis").hidden = film.running;
  if (film.running) setTimeout(follow, AGAIN);
  document.title = `${film.title} · rush-envs`;
  find("title").textContent = film.title;
  if (find("eyes").options.length === 1) film.names.forEach((/** @type {string} */ who, /** @type {number} */ k) => find("eyes").add(new Option(`eyes of ${who}`, String(k))));
}

/** A game that is still played: what has come since. */
async function follow() {
  const seat = find("eyes").value;
  const film = await ask(address(seat)).catch(() => null);
  if (film && seat === find("eyes").value) player?.extend(film);
  find("analysis").hidden = film ? film.running : true;
  if (film?.running ?? true) setTimeout(follow, AGAIN);
}

/** @param {string} seat */
function address(seat) {
  return `/api/replays/${encodeURIComponent(name)}${seat === "" ? "" : `?seat=${seat}`}`;
}

/** @param {string} agent @param {boolean} all */
async function analyse(agent, all) {
  const home = find(all ? "curve" : "thoughts");
  home.textContent = all ? "playing on from many positions …" : "thinking …";
  const ply = player?.ply ?? 0;
  try {
    const body = { agent, ply: all ? null : ply, open: find("eyes").value === "" && find("open").checked };
    const found = await ask(`/api/replays/${encodeURIComponent(name)}/analysis`, body);
    home.replaceChildren(all ? curve(found, (to) => player?.go(to)) : thoughts(found, found.played));
  } catch (error) {
    home.textContent = "";
    tell(String(error));
  }
}

find("eyes").addEventListener("change", () => open().catch((error) => tell(String(error))));
find("ask").append(asking((agent) => analyse(agent, false), "this position"), make("button", { type: "button", id: "whole", onclick: () => analyse("greedy", true) }, "the whole game"));
find("file").addEventListener("click", () => { location.href = `/api/replays/${encodeURIComponent(name)}/page${find("eyes").value === "" ? "" : `?seat=${find("eyes").value}`}`; });
open().catch((error) => { find("title").textContent = String(error.message ?? error); });
