import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proxyCommand } from '../../src/cli/proxy.ts';
import { packageRoot } from '../../src/version.ts';

const page = readFileSync(new URL('docs/guides/proxy.md', packageRoot), 'utf8');
const flags = proxyCommand().options.flatMap(({ long }) => long ?? []);

/** The words of every command of the page, without that of the user. */
const commands = [...page.matchAll(/store-orders-sim proxy ([^\n`]*)/g)].map(
  ([, text = '']) => text.split(' -- ', 1)[0]?.split(' ') ?? [],
);

test('docs/guides/proxy.md uses only flags that proxy has', () => {
  expect(commands.length).toBeGreaterThan(5);
  const used = commands.flat().filter((word) => word.startsWith('--'));
  expect(used.filter((flag) => !flags.includes(flag))).toEqual([]);
});

test('docs/guides/proxy.md describes the flags of proxy that check does not have', () => {
  const described = ['--env', '--fail-fast', '--save', '--save-scenario', '--control-port', '--control-host'];
  for (const flag of [...described, '--control-token', '--tls-cert', '--tls-key', '--max-body', '--host'])
    expect([flag, flags.includes(flag), page.includes(`${flag} `) || page.includes(`\`${flag}\``)]).toEqual([
      flag,
      true,
      true,
    ]);
});
