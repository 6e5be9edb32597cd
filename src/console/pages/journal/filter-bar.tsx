import { operationNames } from '../../../operation.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import type { JournalFilter } from './journal-filter.ts';

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
