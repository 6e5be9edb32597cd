import { describeKey } from '../contract/api-key.ts';
import type { PlannedRequest } from '../contract/exchange.ts';
import { reaches } from '../contract/report.ts';
import { skippedByUser } from '../contract/result-collector.ts';
import { secretsOfHeaders } from '../secrets/of-request.ts';
import { createSecrets } from '../secrets/secrets.ts';
import type { CheckOptions } from './check-options.ts';
import { type CheckSettings, readCheckOptions } from './check-settings.ts';
import type { PlannedStep, Probe } from './probes/probe.ts';
import { probesOf } from './probes/probes.ts';
import { areSkipped, createSkippedRequests } from './safety/skipped-requests.ts';

export type PlannedProbe = Pick<Probe, 'id' | 'title'> & {
  readonly steps: readonly PlannedStep[];
  /** Why it would send nothing. */
  readonly withheld: string | undefined;
};

export type CheckPlan = {
  readonly settings: CheckSettings;
  readonly probes: readonly PlannedProbe[];
};

/**
 * Returns what `checkContract` would send with the same options. Sends nothing. Throws a `UserError` if an option is not
 * valid.
 */
export function planCheck(options: CheckOptions): CheckPlan {
  const settings = readCheckOptions(options);
  return { settings, probes: probesOf(settings).map((probe) => planProbe(probe, settings)) };
}

function planProbe(probe: Probe, settings: CheckSettings): PlannedProbe {
  const { id, title } = probe;
  const planned = probe.plan(settings);
  const skipped = createSkippedRequests(settings);
  const steps = planned.filter(({ request }) => {
    const sent = skipped.whySkipped(request) === undefined;
    if (sent) skipped.onSend(request);
    return sent;
  });
  const withheld = whyWithheld(probe, settings, steps);
  return { id, title, steps: withheld === undefined ? steps : [], withheld };
}

function whyWithheld(
  probe: Probe,
  settings: CheckSettings,
  steps: readonly PlannedStep[],
): string | undefined {
  const { level } = settings;
  if (!reaches(level, probe.level)) return `needs \`level: ${probe.level}\``;
  if (areSkipped(probe.plan(settings), settings)) return skippedByUser;
  return steps.length === 0 ? 'no order was named for it' : undefined;
}

export function formatPlan({ settings, probes: planned }: CheckPlan): string {
  const { target, level, maxRequests, requestsPerSecond, waitSeconds } = settings;
  const rate = Number.isFinite(requestsPerSecond)
    ? `${requestsPerSecond} per second`
    : 'without a rate limit';
  const wait =
    waitSeconds > 0
      ? `; waits up to ${waitSeconds} s for a first response to GET /store/orders, and as long for Retry-After`
      : '';
  const head = `Plan for ${target.baseUrl}, level ${level}: at most ${maxRequests} requests, ${rate}${wait}. Nothing is sent now.`;
  const { hide } = createSecrets(secretsOfHeaders(settings.headers));
  const shown = new Set<string>();
  return hide(`${[head, ...planned.flatMap((probe) => linesOf(probe, shown))].join('\n')}\n`);
}

/** @param shown the queries that were shown whole */
function linesOf({ id, title, steps, withheld }: PlannedProbe, shown: Set<string>): readonly string[] {
  const head = `\n${id}: ${title}`;
  if (withheld !== undefined) return [`${head} (nothing: ${withheld})`];
  const runs: { line: string; times: number }[] = [];
  for (const step of steps) {
    const line = lineOf(step, shown);
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return [head, ...runs.map(({ line, times }) => (times === 1 ? line : `${line}  ${times} times`))];
}

function lineOf({ request, condition }: PlannedStep, shown: Set<string>): string {
  const { content } = request;
  const body = content === undefined ? '' : `  ${content.type ?? 'no Content-Type'}: ${content.text}`;
  const line = `  ${request.method} ${pathOf(request, shown)}  ${describeKey(request.key)}${body}`;
  return condition === undefined ? line : `${line}  (${condition})`;
}

/** A longer query is shown whole only once. */
const longQuery = 60;

function pathOf({ path, query }: PlannedRequest, shown: Set<string>): string {
  if (query === '') return path;
  const [first] = query.split('&');
  if (query.length > longQuery && shown.has(query)) return `${path}?${first}&… (as above)`;
  shown.add(query);
  return `${path}?${query}`;
}
