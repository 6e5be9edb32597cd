import type { JSX } from 'preact';
import type { OrderStatus } from '../../../control-api.ts';

const statuses = ['pending', 'shipped', 'cancelled'] as const satisfies readonly OrderStatus[];

/** Selects the status of the orders to show, and says how many orders have each. */
export function StatusFilter(props: {
  readonly counts: Readonly<Record<OrderStatus, number>>;
  readonly status: OrderStatus | '';
  readonly onChange: (status: OrderStatus | '') => void;
}): JSX.Element {
  const { counts, status, onChange } = props;
  const all = statuses.reduce((sum, name) => sum + counts[name], 0);
  const choices = [['', 'all', all] as const, ...statuses.map((name) => [name, name, counts[name]] as const)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser
    <div class="segments" role="group" aria-label="Status">
      {choices.map(([value, word, count]) => (
        <button
          key={value}
          type="button"
          class="button"
          aria-pressed={value === status}
          onClick={() => onChange(value)}
        >
          {word} <span class="count">{count.toLocaleString('en')}</span>
        </button>
      ))}
    </div>
  );
}
