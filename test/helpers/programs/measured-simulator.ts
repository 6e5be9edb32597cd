import { startSimulator } from '../../../src/simulator/start-simulator.ts';

/**
 * A simulator in its own process, started with an IPC channel and --expose-gc. Sends its addresses, and responds to each
 * message `memory` with the bytes of heap and buffers, of buffers only, and of the whole process, after a garbage
 * collection, and with the CPU time of the turns of its event loop since the last message. Unlike their duration, it does not
 * depend on other processes.
 */
const simulator = await startSimulator({
  scenario: process.argv[2] ?? 'mixed',
  controlToken: 'token-for-tests',
});
let turns: number[] = [];
let before = process.threadCpuUsage();
// A timer of 1 ms fires in each turn of the loop that is longer.
setInterval(() => {
  const now = process.threadCpuUsage();
  const milliseconds = (now.user + now.system - before.user - before.system) / 1000;
  before = now;
  if (milliseconds > 1) turns.push(milliseconds);
}, 1);
process.send?.({ baseUrl: simulator.baseUrl, controlUrl: simulator.controlUrl });
process.on('message', () => {
  turns.sort((one, other) => one - other);
  const cpu = { turnP99: turns[Math.floor(turns.length * 0.99)] ?? 0, turnMost: turns.at(-1) ?? 0 };
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, external, process: rss, ...cpu });
  turns = [];
  before = process.threadCpuUsage();
});
process.once('disconnect', () => process.exit());
