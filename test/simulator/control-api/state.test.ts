import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { controlToken } from '../../support/open-test-simulator.ts';
import { list, openControl } from './open-control.ts';

test('a scenario of the folder overrides a built-in one and is read at every load', async () => {
  const folder = newFolder();
  await using opened = await openControl({ scenarioFolder: folder });
  const environment = await opened.control.createEnvironment({ scenario: 'pending' });
  await writeFile(join(folder, 'pending.yaml'), 'orders: [{ id: 1 }]');
  await environment.reset();
  expect(await list(environment), 'a reset reads no file').not.toBe('[{"id":1}]');
  await environment.load('pending');
  expect(await list(environment)).toBe('[{"id":1}]');
  await writeFile(join(folder, 'bad.yaml'), 'orders: 7');
  const scenarios = await opened.control.scenarios();
  expect(scenarios.find(({ name }) => name === 'pending')?.source).toBe('folder');
  expect(scenarios.find(({ name }) => name === 'bad')?.problems?.[0]).toMatch(/bad.yaml:1:9/);
});

test.each([
  ['Application/JSON ; charset=utf-8', '{"scenario": "pending"}', 'pending'],
  ['text/yaml; charset=utf-8', 'orders: []', 'inline'],
  ['application/x-yaml', '', 'mixed'],
])('a body of the media type %s is read', async (type, body, scenario) => {
  await using opened = await openControl();
  const url = `${opened.simulator.controlUrl}/environments/production/scenario`;
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': type };
  const response = await fetch(url, { method: 'PUT', headers, body });
  expect(await response.json()).toMatchObject({ scenario });
});
