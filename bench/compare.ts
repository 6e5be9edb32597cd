import { type ServerCommand, type ServerProcess, startServer } from './server-process.ts';

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
  /** Prepares the other server once after its start. */
  setUp?(other: ServerProcess): Promise<void>;
  /** The number of warm-up rounds, so that everything is compiled. @default 2 */
  readonly warmUps?: number;
  /** How often both servers are started: see `inTurns`. @default 2 */
  readonly starts?: number;
  /** Prepares a server before each round; not measured. */
  prepare?(server: ServerProcess): Promise<void>;
  /** Sends requests. Returns their number and rate. */
  run(server: ServerProcess): Promise<{ readonly requests: number; readonly perSecond: number }>;
};

/** The results of a round on both servers. */
export type Pair<Taken> = { readonly raw: Taken; readonly other: Taken };

/** How rounds are taken in turns. */
type Turns = {
  /** Measured rounds of each server. */
  readonly rounds: number;
  /** Warm-up rounds of each process. */
  readonly warmUps: number;
  readonly starts: number;
  readonly setUp?: Round['setUp'] | undefined;
};

/**
 * Alternates the rounds of both servers, so that other load of the machine affects both, and starts each more than once:
 * two processes of one program differ by up to a half, depending on where they are in memory.
 */
export async function inTurns<Taken>(
  raw: ServerCommand,
  other: ServerCommand,
  { rounds, warmUps, starts, setUp }: Turns,
  take: (server: ServerProcess) => Promise<Taken>,
): Promise<readonly Pair<Taken>[]> {
  const pairs: Pair<Taken>[] = [];
  for (let start = 0; start < starts; start++) {
    await using one = await startServer(raw);
    await using two = await startServer(other);
    await setUp?.(two);
    for (let warmUp = 0; warmUp < warmUps; warmUp++) for (const server of [one, two]) await take(server);
    for (let at = 0; at < rounds / starts; at++) pairs.push({ raw: await take(one), other: await take(two) });
  }
  return pairs;
}

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

/** Compares the speed and the CPU time of two servers in alternating rounds. */
export async function compare(
  raw: ServerCommand,
  other: ServerCommand,
  { rounds }: Pace,
  round: Round,
): Promise<Comparison> {
  const { setUp, warmUps = 2, starts = 2 } = round;
  const turns = { rounds, warmUps, starts, setUp };
  return comparisonOf(await inTurns(raw, other, turns, (server) => sample(server, round)));
}

/** Compares two servers that are running. */
export async function compareRunning(
  raw: ServerProcess,
  other: ServerProcess,
  { rounds }: Pace,
  round: Round,
): Promise<Comparison> {
  const { warmUps = 2 } = round;
  const pairs: Pair<Sample>[] = [];
  for (let at = 0; at < warmUps + rounds; at++)
    pairs.push({ raw: await sample(raw, round), other: await sample(other, round) });
  return comparisonOf(pairs.slice(warmUps));
}

function comparisonOf(samples: readonly Pair<Sample>[]): Comparison {
  return {
    raw: middleSample(samples.map((pair) => pair.raw)),
    other: middleSample(samples.map((pair) => pair.other)),
    speed: median(samples.map((pair) => pair.other.perSecond / pair.raw.perSecond)),
    cpu: median(samples.map((pair) => pair.other.cpuMicros / pair.raw.cpuMicros)),
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

/** Returns a quantile: 0.99 for the 99th percentile. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
