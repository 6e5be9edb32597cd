import { expect, test } from 'vitest';
import { openTestSimulator } from '../../support/open-test-simulator.ts';

test('a client that is no browser gets the addresses of the service as JSON', async () => {
  await using simulator = await openTestSimulator();
  const response = await fetch(`${simulator.controlUrl}/`);
  expect(await response.json()).toMatchObject({
    name: 'store-orders-sim',
    environments: [
      { name: 'production', path: '/v1', baseUrl: simulator.baseUrl },
      { name: 'staging', path: '/staging/v1', baseUrl: simulator.stagingBaseUrl },
    ],
    documents: expect.arrayContaining([{ name: 'control', path: '/openapi/control.yaml' }]),
  });
});
