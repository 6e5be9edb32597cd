import { startSimulator } from '../../../src/simulator/start-simulator.ts';

/**
 * A simulator in its own process, started with an IPC channel and --expose-gc. Sends its addresses, and responds to each
 * message `memory` with the bytes of heap and buffers, of buffers only, and of the whole process, after a garbage
 * collection.
 */
const simulator = await startSimulator({
  scenario: process.argv[2] ?? 'mixed',
  controlToken: 'token-for-tests',
});
process.send?.({ baseUrl: simulator.baseUrl, controlUrl: simulator.controlUrl });
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, external, process: rss });
});
process.once('disconnect', () => process.exit());
