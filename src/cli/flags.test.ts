import { Command } from 'commander';
import { expect, test } from 'vitest';
import { checkTable } from '../check/check-table.ts';
import { UserError } from '../user-error.ts';
import { withFlags } from './flags.ts';

function parse(...args: readonly string[]): Readonly<Record<string, unknown>> {
  const command = new Command();
  withFlags(command, checkTable);
  return command.parse(args, { from: 'user' }).opts();
}

test.each(['--timeout', '--wait'])('%s reads a duration, and a number without a unit as seconds', (flag) => {
  const read = (text: string) => parse(flag, text)[flag.slice(2)];
  const seconds = flag === '--wait' ? 1 : 1000;
  const expected = [0.5, 30, 120, 10, 2.5, 0].map((one) => one * seconds);
  expect(['500ms', '30s', '2m', '10', '2.5', '0'].map(read)).toEqual(expected);
});

test.each(['soon', '5 s', '1.5s', '-1', ''])('--wait refuses %j', (text) => {
  expect(() => parse(`--wait=${text}`)).toThrow(UserError);
  expect(() => parse(`--wait=${text}`)).toThrow(
    /^--wait cannot be ".*"; expected a duration such as 500ms, 30s or 2m$/,
  );
});
