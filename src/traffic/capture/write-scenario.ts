import { Anonymiser, type ChangedField, type Replacement } from '../pseudonyms/anonymiser.ts';
import { KeyStream } from '../pseudonyms/key-stream.ts';
import type { CapturedOrder, Losses } from './captured-order.ts';
import type { CapturedStatus, StatusOf } from './evidence.ts';
import { readList } from './read-list.ts';
import { RepeatedIds } from './repeated-ids.ts';
import { beginScenario } from './scenario-text.ts';
import { describeCapture } from './summary.ts';

/** A list that was received, and how it becomes a scenario. */
export type ReceivedList = {
  /** The bytes of the list. */
  readonly body: Buffer;
  /** The file, whose name decides the format. */
  readonly file: string;
  readonly statusOf: StatusOf;
};

/** A list whose values nothing else has. */
export type CapturedList = ReceivedList & {
  /** Fields that are written as they were received. */
  readonly keep: readonly ChangedField[];
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

/** What a list contains, or why it is none. */
export type Survey =
  | {
      readonly kind: 'list';
      readonly ids: RepeatedIds;
      readonly statuses: CaptureSummary['statuses'];
      readonly orders: number;
      readonly losses: Readonly<Losses>;
      readonly datesAsWritten: boolean;
    }
  | { readonly kind: 'no-list'; readonly reason: string };

/**
 * Writes a list as a scenario that has its structure and none of its data, in parts. It reads the list twice and keeps only
 * numbers of it, so that 1,000,000 orders need little memory besides the list. Throws a UserError if the dates cannot be
 * changed or the file would be too large.
 */
export function writeScenario(list: CapturedList, write: (text: string) => void): Written {
  const anonymiser = new Anonymiser(list.keep);
  const survey = surveyReceived(list, anonymiser);
  if (survey.kind === 'no-list') return survey;
  const replacement = anonymiser.draw(new KeyStream(list.key));
  return { kind: 'written', summary: writeSurveyed(list, survey, replacement, write) };
}

/** Writes a list of which `surveyReceived` has added the values. Throws like `writeScenario`. */
export function writeSurveyed(
  { body, file, statusOf }: ReceivedList,
  survey: Survey & { readonly kind: 'list' },
  { keeps, order: change }: Replacement,
  write: (text: string) => void,
): CaptureSummary {
  const { ids, statuses, orders, losses, datesAsWritten } = survey;
  const sentences = describeCapture({ orders, statuses, losses, keeps, repeated: ids.repeated });
  const text = beginScenario(file, { sentences, datesAsWritten });
  write(text.start);
  readList(body, (order) => {
    const repeatsId = ids.isRepeated(order.id);
    write(text.order({ ...change(order), status: statusOf(order.id), repeatsId }));
  });
  write(text.end());
  return { orders, statuses, sentences };
}

/** The form in which the simulator writes ship dates by default: `2026-01-20T10:00:00Z`. */
const utcSeconds = /^.{10}T.{8}Z$/;

/** Reads a list for the first time and adds its values: what an order becomes depends on all of them. */
export function surveyReceived({ body, statusOf }: ReceivedList, anonymiser: Anonymiser): Survey {
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
  return { kind: 'list', ids, statuses, orders, losses: reading.losses, datesAsWritten };
}
