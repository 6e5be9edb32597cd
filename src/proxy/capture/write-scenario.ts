import { Anonymiser, type ChangedField } from './anonymise.ts';
import type { CapturedOrder, Losses } from './captured-order.ts';
import type { CapturedStatus, StatusOf } from './evidence.ts';
import { KeyStream } from './key-stream.ts';
import { readList } from './read-list.ts';
import { RepeatedIds } from './repeated-ids.ts';
import { beginScenario } from './scenario-text.ts';
import { describeCapture } from './summary.ts';

/** A list that was received, and how it becomes a scenario. */
export type CapturedList = {
  /** The bytes of the list. */
  readonly body: Buffer;
  /** The file, whose name decides the format. */
  readonly file: string;
  /** Fields that are written as they were received. */
  readonly keep: readonly ChangedField[];
  readonly statusOf: StatusOf;
  /** The key of the run, 32 bytes. It is never written. */
  readonly key: Buffer;
};

/** What was written. */
export type CaptureSummary = {
  readonly orders: number;
  readonly statuses: Readonly<Record<CapturedStatus, number>>;
  /** What the scenario has in common with the list, and what it has not, in sentences without any value of the list. */
  readonly sentences: readonly string[];
};

/** The result of writing a list as a scenario. */
export type Written =
  | { readonly kind: 'written'; readonly summary: CaptureSummary }
  | { readonly kind: 'no-list'; readonly reason: string };

/**
 * Writes a list as a scenario that has its structure and none of its data, in parts. It reads the list twice and keeps only
 * numbers of it, so that 1,000,000 orders need little memory besides the list. Throws a UserError if the dates cannot be
 * changed or the file would be too large.
 */
export function writeScenario(list: CapturedList, write: (text: string) => void): Written {
  const { body, file, keep, statusOf, key } = list;
  const first = survey(body, keep, statusOf);
  if (first.kind === 'no-list') return first;
  const { anonymiser, ids, statuses, orders, losses } = first;
  const change = anonymiser.draw(new KeyStream(key));
  const sentences = describeCapture({ orders, statuses, losses, keep, repeated: ids.repeated });
  const text = beginScenario(file, { sentences, datesAsWritten: first.datesAsWritten });
  write(text.start);
  readList(body, (order) => {
    const repeatsId = ids.isRepeated(order.id);
    write(text.order({ ...change(order), status: statusOf(order.id), repeatsId }));
  });
  write(text.end());
  return { kind: 'written', summary: { orders, statuses, sentences } };
}

/** The form in which the simulator writes ship dates by default: `2026-01-20T10:00:00Z`. */
const utcSeconds = /^.{10}T.{8}Z$/;

type Survey =
  | {
      readonly kind: 'list';
      readonly anonymiser: Anonymiser;
      readonly ids: RepeatedIds;
      readonly statuses: CaptureSummary['statuses'];
      readonly orders: number;
      readonly losses: Readonly<Losses>;
      readonly datesAsWritten: boolean;
    }
  | { readonly kind: 'no-list'; readonly reason: string };

/** Reads the list for the first time: what an order becomes depends on all of them. */
function survey(body: Buffer, keep: readonly ChangedField[], statusOf: StatusOf): Survey {
  const anonymiser = new Anonymiser(keep);
  const ids = new RepeatedIds();
  const statuses = { unknown: 0, pending: 0, shipped: 0, cancelled: 0 };
  let orders = 0;
  let datesAsWritten = false;
  const reading = readList(body, (order: CapturedOrder) => {
    anonymiser.add(order);
    if (order.id !== undefined) ids.add(order.id);
    statuses[statusOf(order.id)] += 1;
    orders += 1;
    datesAsWritten ||= order.shipDate !== undefined && !utcSeconds.test(order.shipDate);
  });
  if (reading.kind === 'no-list') return reading;
  ids.finish();
  return { kind: 'list', anonymiser, ids, statuses, orders, losses: reading.losses, datesAsWritten };
}
