import type { FaultField, FaultKind, FieldSchema } from './fault-schema.ts';

/** What the form of a fault contains. A value of several parts is at `delay.min` and `delay.max`. */
export type FaultDraft = { readonly kind: string; readonly values: Readonly<Record<string, string>> };

/** A fault that many tests begin with. */
export type FaultPreset = { readonly title: string; readonly draft: FaultDraft };

/** Faults that many tests begin with. */
export const presets: readonly FaultPreset[] = [
  {
    title: 'Reset after commit, once',
    draft: { kind: 'reset', values: { operation: 'cancelOrder', when: 'after-commit', times: '1' } },
  },
  {
    title: '503 before, twice',
    draft: { kind: 'status', values: { status: '503', body: 'error', times: '2' } },
  },
  { title: 'Delay 2 s', draft: { kind: 'latency', values: { delay: '2s' } } },
  {
    title: 'Stale list, every other time',
    draft: { kind: 'stale-list', values: { every: '2' } },
  },
  { title: '10 requests per 10 s', draft: { kind: 'rate-limit', values: { requests: '10', per: '10s' } } },
];

/** Which form of a value a draft has, for example two bounds: the index in `anyOf`. */
export function formOf({ values }: FaultDraft, { name, schema }: FaultField): number {
  const forms = schema.anyOf ?? [];
  const at = forms.findIndex(({ properties = {} }) =>
    Object.keys(properties).some((part) => values[`${name}.${part}`] !== undefined),
  );
  return Math.max(at, 0);
}

/** Returns a draft as the body of a request. Empty fields are left out. */
export function faultOf(draft: FaultDraft, kind: FaultKind | undefined): Readonly<Record<string, unknown>> {
  const fields = [...(kind?.own ?? []), ...(kind?.common ?? [])];
  const entries = fields.map((field) => [field.name, readField(draft, field)] as const);
  return { kind: draft.kind, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

function readField(draft: FaultDraft, field: FaultField): unknown {
  const { name, schema } = field;
  const form = schema.anyOf?.[formOf(draft, field)] ?? schema;
  if (form.properties === undefined) return read(draft.values[name], form);
  const parts = Object.entries(form.properties).map(
    ([part, inner]) => [part, read(draft.values[`${name}.${part}`], inner)] as const,
  );
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/** An int64 keeps every digit. What is not a number is sent as it is: the simulator says what it expects. */
function read(text: string | undefined, { type }: FieldSchema): unknown {
  const given = text?.trim() ?? '';
  if (given === '') return undefined;
  if (type === 'integer' && /^-?\d+$/.test(given)) return BigInt(given);
  if (type === 'number' && Number.isFinite(Number(given))) return Number(given);
  return given;
}
