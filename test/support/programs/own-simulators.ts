import { startSimulator } from '../../../src/index.ts';

/** As a test suite with simulators of its own: sends requests to two of them at once, then exits without a stop. */
const simulators = await Promise.all([startSimulator(), startSimulator({ scenario: 'pending' })]);
await Promise.all(
  simulators.map(async ({ baseUrl }) => {
    for (let sent = 0; sent < 25; sent++)
      await fetch(`${baseUrl}/store/orders`, { headers: { Authorization: 'Bearer test-api-key' } });
  }),
);
process.exit(0);
