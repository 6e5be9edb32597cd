import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

/** A column of a table. `name` is also the class of its cells. */
export type Column<Row> = {
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
};

/** How columns look, by name. `phone`: the width there. `desk`: not on a phone. */
export type Looks = Readonly<
  Record<string, { readonly look?: string; readonly width?: string; readonly phone?: string }>
>;

export function Table<Row>(props: {
  readonly label: string;
  readonly className?: string;
  readonly columns: readonly Column<Row>[];
  readonly looks?: Looks;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly rowClass?: (row: Row) => string;
}) {
  const { label, className = '', columns, looks = {}, rows, rowKey, rowClass } = props;
  const frame = useRef<HTMLElement>(null);
  const inside = useRef(false);
  // The element in it that had the focus may be gone, such as the button of a row that changed.
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true });
  });
  return (
    <section
      ref={frame}
      class={`scroll card ${className}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table larger than its frame is scrolled by keys
      tabIndex={0}
      onFocusIn={() => {
        inside.current = true;
      }}
      onFocusOut={({ relatedTarget }) => {
        inside.current &&= relatedTarget === null;
      }}
    >
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, title }) => (
              <th
                key={name}
                scope="col"
                class={`c-${name} ${looks[name]?.look ?? ''}`}
                style={{ '--width': looks[name]?.width, '--phone': looks[name]?.phone }}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} class={rowClass?.(row)}>
              {columns.map(({ name, cell }) => (
                <td key={name} class={`c-${name} ${looks[name]?.look ?? ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The number of rows on a page of a table. */
export const pageSize = 200;

/** Which rows are shown, and the buttons that show others. Nothing if all rows fit on one page. */
export function Pager(props: {
  readonly offset: number;
  readonly total: number;
  readonly onChange: (offset: number) => void;
}) {
  const { offset, total, onChange } = props;
  if (total <= pageSize) return null;
  const end = Math.min(offset + pageSize, total);
  const words = [offset + 1, end, total].map((count) => count.toLocaleString('en'));
  return (
    <nav class="pager row muted" aria-label="Pages of the table">
      <Button label="Back" disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - pageSize))} />
      <span role="status">
        {words[0]} to {words[1]} of {words[2]}
      </span>
      <Button label="Next" disabled={end >= total} onClick={() => onChange(offset + pageSize)} />
    </nav>
  );
}
