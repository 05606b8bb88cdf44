// A replay: the film, whose eyes, what an agent thinks of a position or of the whole game.

import { asking, curve, thoughts } from "./analysis.js";
import { ask, find, make, tell } from "./common.js";
import { Player } from "./player.js";

const name = location.pathname.split("/").pop() ?? "";
/** @type {Player | undefined} */
let player;
/** @type {number[]} */
let answered = [];

async function open() {
  const seat = find("eyes").value;
  const film = await ask(`/api/replays/${encodeURIComponent(name)}${seat === "" ? "" : `?seat=${seat}`}`);
  player?.close();
  player = new Player(find("player"), film);
  answered = film.seats;
  document.title = `${film.title} · rush-envs`;
  find("title").textContent = film.title;
  if (find("eyes").options.length === 1) film.names.forEach((/** @type {string} */ who, /** @type {number} */ k) => find("eyes").add(new Option(`eyes of ${who}`, String(k))));
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
