import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { scenarioJsonSchemaId } from '../../../scripts/json-schemas.ts';
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

test('the schema of scenarios is served as it is published, with its identifier', async () => {
  await using simulator = await openTestSimulator();
  const response = await fetch(`${simulator.controlUrl}/openapi/scenario.schema.json`);
  expect(response.headers.get('content-type')).toBe('application/schema+json');
  const schema = JSON.parse(await response.text());
  expect(schema.$id).toBe(scenarioJsonSchemaId);
  const validate = new Ajv2020({ validateFormats: false }).compile(schema);
  expect([validate({ orders: [{ id: 1 }] }), validate({ ordrs: [] })]).toEqual([true, false]);
});
