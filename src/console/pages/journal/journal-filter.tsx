import { operationNames } from '../../../operation.ts';
import { SelectField, TextField } from '../../components/field.tsx';

/** Which exchanges to show. An empty text means any; so does an incomplete status or order id. */
export type JournalFilter = {
  readonly operation: string;
  /** `404`, or a class: `4xx`. */
  readonly status: string;
  readonly order: string;
  /** The id of a key: `key-1`. */
  readonly key: string;
  /** A header `traceparent`, or the trace id in it. */
  readonly trace: string;
};

export function filterOf(query: Readonly<Record<string, string>>): JournalFilter {
  const { operation = '', status = '', order = '', key = '', trace = '' } = query;
  return { operation, status, order, key, trace };
}

export function queryOf({ operation, status, order, key, trace }: JournalFilter) {
  const [, sign = '', digits = ''] = /^(-?)0*(\d+)$/.exec(order.trim()) ?? [];
  return {
    operation: operationNames.find((name) => name === operation),
    status: /^[1-5](\d\d|xx)$/.exec(status.trim())?.[0],
    orderId: sign + digits || undefined,
    key: key.trim() || undefined,
    traceparent: trace.trim().toLowerCase() || undefined,
  };
}

const texts = [
  { name: 'status', label: 'Status', placeholder: '404 or 4xx' },
  { name: 'order', label: 'Order id', inputMode: 'numeric' },
  { name: 'key', label: 'Key', placeholder: 'key-1' },
  { name: 'trace', label: 'Trace', placeholder: 'trace id' },
] as const;

export function FilterBar(props: {
  readonly filter: JournalFilter;
  readonly onChange: (change: Partial<JournalFilter>) => void;
}) {
  const { filter, onChange } = props;
  return (
    <search class="toolbar row journal-filter" aria-label="Filter">
      <SelectField
        label="Operation"
        value={filter.operation}
        choices={[{ value: '', text: 'any' }, ...operationNames]}
        onChange={(operation) => onChange({ operation })}
      />
      {texts.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          search
          value={filter[name]}
          onInput={(text) => onChange({ [name]: name === 'order' ? text.replace(/[^-\d]/g, '') : text })}
        />
      ))}
    </search>
  );
}
