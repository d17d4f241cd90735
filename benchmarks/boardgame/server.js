// A server of boardgame.io on the loopback. It prints its port, and ends with its standard input.
import process from "node:process";
import { Server } from "boardgame.io/dist/cjs/server.js";

/** A game whose rules and state cost as good as nothing. */
const game = {
  name: "counter",
  setup: () => ({ count: 0 }),
  moves: { count: ({ G }) => ({ count: G.count + 1 }) },
};

const server = Server({ games: [game], origins: [] });
const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0 } });
process.stdout.write(`${appServer.address().port}\n`);
process.stdin.on("end", () => process.exit()).resume();
