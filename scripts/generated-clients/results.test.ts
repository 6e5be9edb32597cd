import { expect, test } from 'vitest';
import { clients } from './clients.ts';
import { reasons } from './reasons.ts';
import { findingsOf, matrixTable, readClientResults, reasonList, trialTable } from './results.ts';
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
    for (const text of Object.values(differs)) expect(trialTable()).toContain(text);
  }
});

test('the table of the matrix shows each choice and each fault that breaks a client', () => {
  for (const { findings } of results.clients)
    for (const { kind, name } of findings)
      if (kind !== 'note') expect(matrixTable()).toContain(`\`${name}\``);
});

test.each(results.clients)(
  'each finding of $name has a reason, with the line of the client that shows it',
  (client) => {
    expect(client.evidence.map(({ finding }) => finding)).toEqual(findingsOf(client));
    for (const { finding, reason, file, line, text } of client.evidence) {
      expect(finding).toMatch(reasons[reason]?.explains ?? /^$/);
      expect(text).toContain(reasons[reason]?.lines[client.name]?.[1]);
      expect(reasonList()).toContain(`${client.name}: \`${file}:${line}\``);
    }
  },
);
