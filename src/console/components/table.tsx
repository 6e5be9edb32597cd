import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

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
}): JSX.Element {
  const { label, className = '', columns, looks = {}, rows, rowKey, rowClass } = props;
  const frame = useRef<HTMLElement>(null);
  useKeepFocus(frame);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table larger than its frame is scrolled by keys
    <section ref={frame} class={`scroll card ${className}`} aria-label={label} tabIndex={0}>
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

/** Gives the focus to the table when the element in it that had the focus is gone, such as the button of a row that changed. */
function useKeepFocus(frame: { readonly current: HTMLElement | null }): void {
  const inside = useRef(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const enter = (): void => {
      inside.current = true;
    };
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) inside.current = false;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [frame]);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true });
  });
}
