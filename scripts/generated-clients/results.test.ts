import { expect, test } from 'vitest';
import { clients } from './clients.ts';
import { clientTable, readClientResults } from './results.ts';
import { trials } from './trials.ts';

const results = readClientResults();

test('each client in its version has a row, or a reason why it has none: `npm run clients` writes them', () => {
  const missing = results.missing.map(([name]) => name);
  expect(results.clients.map(({ name, version }) => [name, version])).toEqual(
    clients.filter(({ name }) => !missing.includes(name)).map(({ name, version }) => [name, version]),
  );
});

test('each difference belongs to a trial that the table shows', () => {
  const columns = trials.map(({ name }) => name).filter((name) => name !== 'plain');
  for (const { differs } of results.clients) {
    expect(columns).toEqual(expect.arrayContaining(Object.keys(differs)));
    for (const text of Object.values(differs)) expect(clientTable()).toContain(text);
  }
});
