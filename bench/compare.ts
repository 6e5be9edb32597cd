import { type ServerCommand, type ServerProcess, startServer } from './server.ts';

/** The result of one round on one server. */
export type Sample = {
  readonly perSecond: number;
  /** CPU time of the server for one request, in microseconds. */
  readonly cpuMicros: number;
};

/** The medians of two servers, and of the ratios of their rounds. */
export type Comparison = {
  readonly raw: Sample;
  readonly other: Sample;
  /** Of requests per second; above 1 the other is faster. */
  readonly speed: number;
  /** Of CPU time per request; above 1 the other needs more. */
  readonly cpu: number;
};

/** The number of rounds, and the length of each. */
export type Pace = { readonly rounds: number; readonly seconds: number };

/** One round on a server. */
export type Round = {
  /** The number of warm-up rounds, so that everything is compiled. @default 2 */
  readonly warmUps?: number;
  /** How often both servers are started. @default 2 */
  readonly starts?: number;
  /** Prepares a server before each round; not measured. */
  prepare?(server: ServerProcess): Promise<void>;
  /** Sends requests. Returns their number and rate. */
  run(server: ServerProcess): Promise<{ readonly requests: number; readonly perSecond: number }>;
};

/**
 * Compares in many short rounds instead of few long ones, so that a short disturbance affects few rounds and not their
 * median. `roundOf` creates a round with the given number of seconds.
 */
export function compareInShortRounds(
  raw: ServerCommand,
  other: ServerCommand,
  pace: Pace,
  roundOf: (seconds: number) => Round,
): Promise<Comparison> {
  const short = { rounds: 3 * pace.rounds, seconds: pace.seconds / 4 };
  return compare(raw, other, short, { warmUps: 6, ...roundOf(short.seconds) });
}

/**
 * Compares the speed and the CPU time of two servers. Alternates their rounds, so that other load of the machine affects
 * both, and starts each more than once: two processes of one program differ by up to a half, depending on where they are
 * in memory.
 */
export async function compare(
  raw: ServerCommand,
  other: ServerCommand,
  { rounds }: Pace,
  round: Round,
): Promise<Comparison> {
  const { warmUps = 2, starts = 2 } = round;
  const pairs: { readonly raw: Sample; readonly other: Sample }[] = [];
  for (let start = 0; start < starts; start++) {
    await using one = await startServer(raw);
    await using two = await startServer(other);
    for (let at = 0; at < warmUps + rounds / starts; at++) {
      const pair = { raw: await sample(one, round), other: await sample(two, round) };
      if (at >= warmUps) pairs.push(pair);
    }
  }
  return {
    raw: middleSample(pairs.map((pair) => pair.raw)),
    other: middleSample(pairs.map((pair) => pair.other)),
    speed: median(pairs.map((pair) => pair.other.perSecond / pair.raw.perSecond)),
    cpu: median(pairs.map((pair) => pair.other.cpuMicros / pair.raw.cpuMicros)),
  };
}

async function sample(server: ServerProcess, round: Round): Promise<Sample> {
  await round.prepare?.(server);
  const before = server.cpuSeconds();
  const { requests, perSecond } = await round.run(server);
  return { perSecond, cpuMicros: ((server.cpuSeconds() - before) / requests) * 1e6 };
}

function middleSample(samples: readonly Sample[]): Sample {
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    cpuMicros: median(samples.map(({ cpuMicros }) => cpuMicros)),
  };
}

/** Returns the median: for an even count, the mean of the two middle numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** The input of a measure. */
export type Bench = {
  /** A temporary folder. */
  readonly folder: string;
  readonly pace: Pace;
  /** Writes a JSON scenario with `count` orders, every tenth shipped. Returns its path. */
  orders(count: number): Promise<string>;
  /** Writes a scenario that generates `count` orders. Returns its path. */
  generated(count: number): Promise<string>;
};

/** Yields rows of the table. */
export type Measure = (bench: Bench) => AsyncIterable<Row>;

/** One row of the table: a ratio to the baseline, and its bound. */
export type Row = {
  readonly measure: string;
  readonly ratio: number;
  readonly must?: Bound;
  readonly aim?: number;
  /** The measured values behind the ratio, with their units. */
  readonly raw: string;
  readonly product: string;
};

/** A lower or an upper bound of a ratio. */
export type Bound = { readonly kind: 'at-least' | 'at-most'; readonly value: number };

/** Returns a lower bound. */
export function atLeast(value: number): Bound {
  return { kind: 'at-least', value };
}

/** Returns an upper bound. */
export function atMost(value: number): Bound {
  return { kind: 'at-most', value };
}

/** Returns whether a row keeps its bound, or undefined if it has none. */
export function keeps({ ratio, must }: Row): boolean | undefined {
  if (must === undefined) return undefined;
  return must.kind === 'at-least' ? ratio >= must.value : ratio <= must.value;
}

/** The head of the table as Markdown. */
export const tableHead = '| measure | ratio | must | aim | raw | this | |\n|---|--:|--:|--:|--:|--:|---|';

/** Returns a row as a line of Markdown. */
export function rowAsText(row: Row): string {
  const sign = row.must?.kind === 'at-least' ? '≥' : '≤';
  const must = row.must === undefined ? '' : `${sign} ${row.must.value}`;
  const verdict = { true: 'holds', false: 'MISSED', undefined: '' }[`${keeps(row)}`];
  const cells = [row.measure, row.ratio.toPrecision(3), must, row.aim ?? '', row.raw, row.product, verdict];
  return `| ${cells.join(' | ')} |`;
}
