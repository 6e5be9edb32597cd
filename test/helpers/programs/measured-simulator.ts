import { startSimulator } from '../../../src/simulator/start-simulator.ts';

/**
 * A simulator in a process of its own, started with an IPC channel and --expose-gc. Sends its addresses, and to each
 * message `memory` what it holds after a collection: bytes of heap and buffers together, and of the whole process.
 */
const simulator = await startSimulator({ scenario: process.argv[2] ?? 'mixed', controlToken: 'token' });
process.send?.({ baseUrl: simulator.baseUrl, controlUrl: simulator.controlUrl });
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, process: rss });
});
process.once('disconnect', () => process.exit());
