import { type CheckOptions, type CheckSettings, readCheckOptions } from './check-options.ts';
import type { PlannedStep } from './probes/probe.ts';
import { probes, reaches } from './probes/probes.ts';
import { keyInWords } from './probes/requests.ts';
import type { PlannedRequest } from './wire/exchange.ts';

/** What one probe would send. */
export type PlannedProbe = {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly PlannedStep[];
  /** Why it would send nothing. */
  readonly withheld: string | undefined;
};

/** Everything that a check would send, in order. */
export type CheckPlan = {
  readonly settings: CheckSettings;
  readonly probes: readonly PlannedProbe[];
};

/** Says what `checkContract` with the same options would send, and sends nothing. Throws a UserError as it does. */
export function planCheck(options: CheckOptions): CheckPlan {
  const settings = readCheckOptions(options);
  return { settings, probes: probes.map((probe) => planProbe(probe, settings)) };
}

function planProbe(probe: (typeof probes)[number], settings: CheckSettings): PlannedProbe {
  const { id, title } = probe;
  const steps = probe.plan(settings);
  const withheld = !reaches(settings.level, probe.level)
    ? `needs --level ${probe.level}`
    : probe.level === 'cancel' && settings.refusal !== undefined
      ? settings.refusal
      : steps.length === 0
        ? 'no order was named for it'
        : undefined;
  return { id, title, steps: withheld === undefined ? steps : [], withheld };
}

/** Writes a plan for people, one line a request. */
export function formatPlan({ settings, probes: planned }: CheckPlan): string {
  const { target, level, maxRequests, requestsPerSecond, waitSeconds } = settings;
  const rate = Number.isFinite(requestsPerSecond) ? `${requestsPerSecond} a second` : 'as fast as it answers';
  const wait =
    waitSeconds > 0 ? `; before it, waits up to ${waitSeconds} s for any answer to GET /store/orders` : '';
  const head = `Plan for ${target.baseUrl}, level ${level}: at most ${maxRequests} requests, ${rate}${wait}. Nothing is sent now.`;
  return `${[head, ...planned.flatMap(linesOf)].join('\n')}\n`;
}

function linesOf({ id, title, steps, withheld }: PlannedProbe): readonly string[] {
  const head = `\n${id}: ${title}`;
  return withheld === undefined ? [head, ...steps.map(lineOf)] : [`${head} (nothing: ${withheld})`];
}

function lineOf({ request, condition }: PlannedStep): string {
  const line = `  ${request.method} ${pathOf(request)}  ${keyInWords(request.key)}`;
  return condition === undefined ? line : `${line}  (${condition})`;
}

function pathOf({ path, query }: PlannedRequest): string {
  return query === '' ? path : `${path}?${query}`;
}
