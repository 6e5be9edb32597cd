import { otherServers } from './others.ts';
import { keyOf, type ToolResults, type Verdict, verdictOf } from './results.ts';
import { honestTargets, shuffledTargets, type Target } from './targets.ts';
import type { Found, Tool } from './tool.ts';

type Judged = { readonly found: readonly Found[]; readonly requests: number; readonly ms: number };

/** Has each tool judge the targets, one after the other, until the deadline. */
export async function judgeTargets(
  tools: readonly Tool[],
  deadline: number,
  say: (line: string) => void,
): Promise<readonly ToolResults[]> {
  const results: ToolResults[] = [];
  for (const tool of tools) {
    results.push(await judgeAll(tool, deadline, say));
    await tool.close?.();
  }
  return results;
}

async function judgeAll(tool: Tool, deadline: number, say: (line: string) => void): Promise<ToolResults> {
  const { name, version, setUp } = tool;
  const about = { name, version, setUp };
  const onHonest = new Map<Target['honest'], readonly Found[]>();
  try {
    await tool.install();
    for (const target of honestTargets) onHonest.set(target.honest, (await judge(tool, target)).found);
  } catch (error) {
    const [notObtained = ''] = (error as Error).message.split('\n');
    say(`${name}: not obtained: ${(error as Error).message}`);
    return { ...about, notObtained, honest: [], others: {}, rows: [] };
  }
  const others: Record<string, readonly string[] | 'failed'> = {};
  for (const server of otherServers)
    others[server.name] = await judge(tool, server).then(
      ({ found }) => [...new Set(found.map(keyOf))].sort(),
      () => 'failed' as const,
    );
  const rows: (readonly [string, Verdict, number, number])[] = [];
  for (const target of shuffledTargets()) {
    if (Date.now() > deadline) break;
    const row = await judge(tool, target).then(
      ({ found, requests, ms }) =>
        [target.name, verdictOf(target, found, onHonest.get(target.honest) ?? []), requests, ms] as const,
      (error: Error) => {
        say(`${name}: ${target.name}: ${error.message}`);
        return [target.name, 'failed', 0, 0] as const;
      },
    );
    rows.push(row);
    if (rows.length % 20 === 0) say(`${name}: ${rows.length}`);
  }
  const honest = [...new Set([...onHonest.values()].flat().map(keyOf))].sort();
  return {
    ...about,
    honest,
    others,
    rows: rows.toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  };
}

function judge(tool: Tool, target: Target): Promise<Judged> {
  return target.with(async (opened) => {
    const start = performance.now();
    const found = await tool.judge(opened, target);
    return { found, requests: opened.requests(), ms: Math.round(performance.now() - start) };
  });
}
