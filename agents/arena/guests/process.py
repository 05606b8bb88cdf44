"""The process in which a guest plays: views come in on stdin, actions go out on stdout. See `guests`."""

from __future__ import annotations

import json
import os
import queue
import sys
from threading import Thread
from typing import IO, Any

import numpy as np

from rush_envs import registry
from rush_envs.contract import Config, Game
from rush_envs.engine.agents import load
from rush_envs.engine.edge import whole_numbers
from rush_envs.engine.view import View

from .faults import LONGEST, place, plain, told
from .line import ACTION, ERROR, HEAD, LARGEST, READY, packed


def read_view(content: bytes, game: Game, config: Config) -> View:
    """What the arena sent: one seat, its mask, its features and an imagined record."""
    ends = np.cumsum([8, game.actions.size, game.observation.size, game.state.dtype.itemsize])
    seat, mask, features, states = (content[start:end] for start, end in zip([0, *ends], ends, strict=False))
    seen = np.frombuffer(features, np.int8)[None].copy()
    record = np.frombuffer(states, game.state.dtype).copy()
    return View.sound(
        game,
        config,
        np.frombuffer(seat, np.int64).copy(),
        np.frombuffer(mask, np.int8)[None].copy(),
        seen,
        record,
    )


def listen(views: IO[bytes], heard: queue.SimpleQueue[bytes]) -> None:
    """Reads ahead in a thread of its own, so that a guest that hangs still leaves when the arena is gone."""
    while len(head := views.read(HEAD.size)) == HEAD.size:
        heard.put(views.read(HEAD.unpack(head)[1]))
    os._exit(0)


def say(answers: IO[bytes], kind: bytes, content: bytes = b"") -> None:
    sys.stdout.flush()  # its words are with the arena before its answer is
    sys.stderr.flush()
    answers.write(packed(kind, content[:LARGEST]))
    answers.flush()


def decide(agent: Any, view: View) -> int:
    return int(whole_numbers("actions", agent.act(view), (1,))[0])


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the guest prints is no answer
    heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    Thread(target=listen, args=(sys.stdin.buffer, heard), daemon=True).start()
    name, game_name, options, seed = json.loads(sys.argv[1])
    module = name.partition(":")[0]
    try:
        game = registry.game(game_name)
        config = game.config.of(game_name, options)
        agent = load(name, game, seed=seed)
    except BaseException as error:
        words = plain(str(error), LONGEST) + place(error.__context__ or error, module)
        say(answers, ERROR, words.encode())
        return
    say(answers, READY)
    while True:
        view = read_view(heard.get(), game, config)
        try:
            action = decide(agent, view)
        except BaseException as error:
            say(answers, ERROR, told(error, module).encode())
        else:
            say(answers, ACTION, action.to_bytes(8, "little", signed=True))


if __name__ == "__main__":
    main()
