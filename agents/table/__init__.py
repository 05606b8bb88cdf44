"""A table in the browser: `rush-envs serve` lets people play, watch, replay and analyse on their own machine.

The server is authoritative: `game` holds the record, `eyes` says what one viewer may see of it, and nothing else leaves
the process. `hub` keeps the tables and tells everybody who looks on, `thinking` has the agents' processes, `store` the
file in which games survive, `messages` the form of whatever comes in, `server` the doors, `page/` what a browser gets.
Needs the extra `table`.
"""
