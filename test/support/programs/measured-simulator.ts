import { startSimulator } from '../../../src/simulator/start-simulator.ts';

/**
 * A simulator in its own process, started with an IPC channel and --expose-gc. Sends its addresses, and responds to each
 * message with the bytes of heap and buffers after a garbage collection.
 */
const [scenario] = process.argv.slice(2);
const { baseUrl, controlUrl } = await startSimulator({ scenario, controlToken: 'token-for-tests' });
process.send?.({ baseUrl, controlUrl });
process.on('message', () => {
  for (let time = 0; time < 4; time += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.once('disconnect', () => process.exit());
