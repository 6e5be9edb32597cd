import { type FieldSchema, type FormValues, readValues } from '../../form-values.ts';
import forms from '../../forms.json' with { type: 'json' };

/** What the form of a fault contains. */
export type FaultDraft = { readonly kind: string; readonly values: FormValues };

export type FaultPreset = { readonly title: string; readonly draft: FaultDraft };

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

/** The fields of each kind of fault, and those of every fault. */
export const faultKinds: Readonly<Record<string, FieldSchema>> = forms.faultKinds;
export const commonFields: FieldSchema = forms.anyFault;

export function faultOf({ kind, values }: FaultDraft): Readonly<Record<string, unknown>> {
  return { kind, ...readValues(faultKinds[kind] ?? {}, values), ...readValues(commonFields, values) };
}
