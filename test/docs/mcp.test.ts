import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mcpCommand } from '../../src/cli/mcp.ts';
import { packageRoot } from '../../src/version.ts';
import { allTools } from '../mcp/open-tools.ts';

const page = readFileSync(new URL('docs/guides/mcp.md', packageRoot), 'utf8');

test('docs/guides/mcp.md lists every tool and every flag, and no other', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(allTools('http://127.0.0.1').map(({ name }) => name));
  const flags = [...page.matchAll(/^\| (`-.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/--[a-z-]+/g) ?? [],
  );
  const known = mcpCommand().options.map(({ long }) => long);
  const inProse = ['--api-key-env'];
  expect([...flags, ...inProse].sort()).toEqual(known.sort());
});

type Server = { readonly command?: string; readonly args?: readonly string[]; readonly url?: string };

test('every configuration in docs/guides/mcp.md is JSON, and its command line is valid', () => {
  const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => JSON.parse(text));
  const servers: Server[] = blocks.flatMap((block) => Object.values(block.mcpServers ?? block.servers));
  expect(servers).toHaveLength(3);
  for (const { command, args = [], url } of servers) {
    if (command === undefined) {
      expect(new URL(url ?? '').pathname).toBe('/mcp');
      continue;
    }
    expect([command, ...args].slice(0, 3)).toEqual(['npx', 'store-orders-sim', 'mcp']);
    expect(mcpCommand().parseOptions([...args.slice(2)]).unknown).toEqual([]);
  }
});
