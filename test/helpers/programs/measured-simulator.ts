import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';

/**
 * A simulator in its own process, started with an IPC channel and --expose-gc. Sends its addresses, and responds to each
 * message `memory` with the bytes of heap and buffers, of buffers only, and of the whole process, after a garbage
 * collection, and with the delays of its event loop since the last message.
 */
const simulator = await startSimulator({
  scenario: process.argv[2] ?? 'mixed',
  controlToken: 'token-for-tests',
});
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.send?.({ baseUrl: simulator.baseUrl, controlUrl: simulator.controlUrl });
process.on('message', () => {
  const delays = { delayP99: delay.percentile(99) / 1e6, delayMost: delay.max / 1e6 };
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, external, process: rss, ...delays });
  delay.reset();
});
process.once('disconnect', () => process.exit());
