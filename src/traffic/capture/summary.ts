import { type ChangedField, changedFields } from '../pseudonyms/anonymiser.ts';
import type { Losses } from './captured-order.ts';
import type { CapturedStatus } from './evidence.ts';

/** What is known of a captured list. */
export type CaptureFacts = {
  readonly orders: number;
  readonly statuses: Readonly<Record<CapturedStatus, number>>;
  readonly losses: Readonly<Losses>;
  readonly keeps: ReadonlySet<ChangedField>;
  /** Orders whose id an earlier order has. */
  readonly repeated: number;
};

/**
 * Describes a captured list in sentences, for the file and for the user. They contain counts and no value of the list, not
 * even the name of an unknown field.
 */
export function describeCapture({
  orders,
  statuses,
  losses,
  keeps,
  repeated,
}: CaptureFacts): readonly string[] {
  const changed = changedFields.filter((field) => !keeps.has(field));
  const kept = changedFields.filter((field) => keeps.has(field));
  const known = (['pending', 'shipped', 'cancelled'] as const).filter((status) => statuses[status] > 0);
  return [
    `Captured from a list of ${counted(orders, 'order')}.`,
    ...(changed.length === 0 ? [] : [`Replaced in every order - ${changed.join(', ')}.`]),
    ...(kept.length === 0 ? [] : [`Kept as received - ${kept.join(', ')}.`]),
    ...known.map((status) => `${counted(statuses[status], 'order')} ${status}, as cancels have shown.`),
    ...(repeated === 0
      ? []
      : [`The id of an earlier order, against the specification - ${counted(repeated, 'order')}.`]),
    ...(losses.others === 0 ? [] : [`Left out - ${counted(losses.others, 'value')} of unknown fields.`]),
    ...(losses.values === 0
      ? []
      : [
          `Left out - ${counted(losses.values, 'value')} that a scenario cannot have (another type, beyond int64, no RFC 3339 date).`,
        ]),
    ...(losses.items === 0
      ? []
      : [
          `Left out - ${counted(losses.items, 'item')} of the list that ${losses.items === 1 ? 'is no order' : 'are no orders'}.`,
        ]),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
