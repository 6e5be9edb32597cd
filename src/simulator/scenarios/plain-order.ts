import { readDateTime } from '../../shared/date-time.ts';
import { orderStatuses } from '../orders/order.ts';
import { isInt64 } from '../orders/order-id.ts';

/**
 * Whether a value is an order of a scenario file beyond doubt, one without `ships`. The schema says the same and takes
 * a copy, which at a million orders is most of the time and memory; what is not plain is left to it.
 */
export function isPlainOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    const field: unknown = Reflect.get(value, key);
    if (!(isPlain[key]?.(field) ?? false)) return false;
  }
  return true;
}

const isInt64Field = (field: unknown): boolean => typeof field === 'bigint' && isInt64(field);
const statuses: readonly unknown[] = orderStatuses;

const isPlain: Readonly<Record<string, (field: unknown) => boolean>> = Object.assign(Object.create(null), {
  id: isInt64Field,
  petId: isInt64Field,
  quantity: (field: unknown) => typeof field === 'bigint',
  shipDate: (field: unknown) => typeof field === 'string' && readDateTime(field).kind === 'date-time',
  complete: (field: unknown) => typeof field === 'boolean',
  status: (field: unknown) => statuses.includes(field),
});
