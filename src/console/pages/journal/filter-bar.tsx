import type { JSX } from 'preact';
import { SelectField, TextField } from '../../components/field.tsx';
import { type JournalFilter, operations } from './journal-filter.ts';

/** Selects which exchanges are shown. */
export function FilterBar(props: {
  readonly filter: JournalFilter;
  readonly onChange: (change: Partial<JournalFilter>) => void;
}): JSX.Element {
  const { filter, onChange } = props;
  return (
    <search class="toolbar journal-filter" aria-label="Filter">
      <SelectField
        label="Operation"
        value={filter.operation}
        choices={[{ value: '', text: 'any' }, ...operations]}
        onChange={(operation) => onChange({ operation })}
      />
      <TextField
        label="Status"
        search
        placeholder="404 or 4xx"
        value={filter.status}
        onInput={(status) => onChange({ status })}
      />
      <TextField
        label="Order id"
        search
        inputMode="numeric"
        value={filter.order}
        onInput={(order) => onChange({ order: order.replace(/[^-\d]/g, '') })}
      />
      <TextField
        label="Key"
        search
        placeholder="key-1"
        value={filter.key}
        onInput={(key) => onChange({ key })}
      />
      <TextField
        label="Trace"
        search
        placeholder="trace id"
        value={filter.trace}
        onInput={(trace) => onChange({ trace })}
      />
    </search>
  );
}
