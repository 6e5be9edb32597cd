import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { packageRoot } from '../../src/version.ts';

const page = readFileSync(new URL('docs/reference/faults.md', packageRoot), 'utf8');
const faults = [...page.matchAll(/`(\{"kind": .*?\})` \|/g)].map(([, fault = '']) => fault);

test('the control API accepts each fault in docs/reference/faults.md', async () => {
  await using simulator = await startSimulator();
  for (const body of faults) {
    const response = await fetch(`${simulator.controlUrl}/environments/production/faults`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${simulator.controlToken}`, 'Content-Type': 'application/json' },
      body,
    });
    expect(response.status, `${body}\n${await response.text()}`).toBe(201);
  }
  expect(faults).toHaveLength(6);
});
