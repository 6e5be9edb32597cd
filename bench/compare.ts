import { type ServerCommand, type ServerProcess, startServer } from './server-process.ts';

/** What one round on one server came to. */
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

/** How many rounds to take, and how long each is. */
export type Pace = { readonly rounds: number; readonly seconds: number };

/** One round on a server. */
export type Round = {
  /** Puts the other server into the state of the measure, once it has started. */
  setUp?(other: ServerProcess): Promise<void>;
  /** How many rounds go before the measured ones, so that everything is compiled. @default 2 */
  readonly warmUps?: number;
  /** How often both servers are started anew: see `inTurns`. @default 2 */
  readonly starts?: number;
  /** Puts a server into the state that a round begins in; not measured. */
  prepare?(server: ServerProcess): Promise<void>;
  /** Sends requests and answers how many and how fast. */
  run(server: ServerProcess): Promise<{ readonly requests: number; readonly perSecond: number }>;
};

/** What a round came to on either server. */
export type Pair<Taken> = { readonly raw: Taken; readonly other: Taken };

/** How rounds are taken in turns. */
type Turns = {
  /** Of each server, measured. */
  readonly rounds: number;
  /** Before the measured ones of each process. */
  readonly warmUps: number;
  readonly starts: number;
  readonly setUp?: Round['setUp'] | undefined;
};

/**
 * Takes rounds in turns, so that whatever else the machine does falls on both, and with more than one process of each:
 * two of one program differ by up to a half, by where in the machine's memory they happen to lie.
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
 * Compares in many short rounds in place of few long ones: what else the machine does for a moment then falls on few of
 * the rounds, and not on their median. `roundOf` makes a round of so many seconds.
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

/** Compares two servers by the speed and the CPU time of rounds that are taken in turns. */
export async function compare(
  raw: ServerCommand,
  other: ServerCommand,
  { rounds }: Pace,
  round: Round,
): Promise<Comparison> {
  const { setUp, warmUps = 2, starts = 2 } = round;
  const turns = { rounds, warmUps, starts, setUp };
  const samples = await inTurns(raw, other, turns, (server) => sample(server, round));
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

/** The middle of some numbers; of an even count the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** The number that so much of the others are at or below: 0.99 for the 99th percentile. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
