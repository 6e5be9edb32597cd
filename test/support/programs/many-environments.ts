import type { ControlClient } from '../../../src/client/index.ts';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';

/** Creates and deletes environments, 50 at a time, and prints the MiB of heap that remain. */
const count = Number(process.argv[2]);
await using simulator = await startSimulator();
const control = simulator.control as ControlClient;

async function createAndDelete(amount: number): Promise<void> {
  for (let done = 0; done < amount; done += 50) {
    const opened = await Promise.all(
      Array.from({ length: 50 }, () => control.createEnvironment({ scenario: 'mixed' })),
    );
    const authorized = opened.map(({ baseUrl, apiKey }) =>
      fetch(`${baseUrl}/store/orders`, { headers: { Authorization: `Bearer ${apiKey}` } }),
    );
    for (const response of await Promise.all(authorized)) await response.text();
    await Promise.all(opened.map((environment) => environment.delete()));
  }
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error('start with --expose-gc');
  for (let round = 0; round < 4; round++) globalThis.gc();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

// Code loaded and compiled on first use is not a leak.
await createAndDelete(500);
const before = heap();
await createAndDelete(count);
const after = heap();
console.log(JSON.stringify({ leftMiB: after - before, environments: (await control.environments()).length }));
