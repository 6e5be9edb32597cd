import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Cells, type Column, Head } from './table.tsx';

/** The height of a row in CSS pixels, also in `table.css`. */
export const rowHeight = 32;

/** Rows above and below the visible ones, so that fast scrolling shows no gap. */
const overscan = 12;

type Range = { readonly from: number; readonly to: number };

/** A table of any number of rows, of which only those in sight are in the document. */
export function VirtualTable<Row>(props: {
  readonly label: string;
  readonly className?: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** The row at an index, or undefined while it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowKey: (row: Row, index: number) => string;
  readonly rowClass?: (row: Row) => string;
  /** Called with the rows in sight, `to` excluded. */
  readonly onRange?: (range: Range) => void;
  /** How many rows were ever added at the top: the rows in sight stay where they are unless the top is in sight. */
  readonly addedAtTop?: number;
}): JSX.Element {
  const { label, className = '', columns, count, rowAt, rowKey, rowClass, onRange, addedAtTop = 0 } = props;
  const frame = useRef<HTMLElement>(null);
  const range = useRange(frame, count);
  useStayInPlace(frame, addedAtTop);
  useKeepFocus(frame);
  useEffect(() => onRange?.(range), [range.from, range.to]);
  const { from, to } = range;
  const rows = Array.from({ length: to - from }, (_, at) => ({ index: from + at, row: rowAt(from + at) }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region is scrolled by keys
    <section ref={frame} class={`scroll virtual ${className}`} aria-label={label} tabIndex={0}>
      <table aria-label={label} aria-rowcount={count + 1}>
        <Head columns={columns} />
        <Spacer rows={from} />
        <tbody>
          {rows.map(({ index, row }) =>
            row === undefined ? (
              <tr key={`at-${index}`} class="unloaded" aria-rowindex={index + 2}>
                {columns.map(({ name }) => (
                  <td key={name} class={`c-${name}`}>
                    …
                  </td>
                ))}
              </tr>
            ) : (
              <tr key={rowKey(row, index)} class={rowClass?.(row)} aria-rowindex={index + 2}>
                <Cells columns={columns} row={row} />
              </tr>
            ),
          )}
        </tbody>
        <Spacer rows={count - to} />
      </table>
    </section>
  );
}

/** Stands for the rows that are not in the document. */
function Spacer({ rows }: { readonly rows: number }): JSX.Element | null {
  if (rows <= 0) return null;
  return (
    <tbody class="spacer" aria-hidden="true">
      <tr>
        <td style={{ height: `${rows * rowHeight}px` }} />
      </tr>
    </tbody>
  );
}

type Frame = { readonly current: HTMLElement | null };

/** The rows to render. Scrolling is followed once for each frame of the screen. */
function useRange(frame: Frame, count: number): Range {
  const [top, setTop] = useState({ first: 0, fit: 40 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let next = 0;
    const measure = (): void => {
      next = 0;
      const first = Math.floor(element.scrollTop / rowHeight);
      const fit = Math.ceil(element.clientHeight / rowHeight);
      setTop((known) => (known.first === first && known.fit === fit ? known : { first, fit }));
    };
    const later = (): void => {
      next ||= requestAnimationFrame(measure);
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(next);
      sizes.disconnect();
      element.removeEventListener('scroll', later);
    };
  }, [frame]);
  const from = Math.max(0, Math.min(top.first, count - top.fit) - overscan);
  return { from, to: Math.min(count, Math.max(top.first, 0) + top.fit + overscan) };
}

function useStayInPlace(frame: Frame, addedAtTop: number): void {
  const before = useRef(addedAtTop);
  useLayoutEffect(() => {
    const added = addedAtTop - before.current;
    before.current = addedAtTop;
    const element = frame.current;
    if (element !== null && added > 0 && element.scrollTop > 0) element.scrollTop += added * rowHeight;
  }, [frame, addedAtTop]);
}

/** Gives the focus to the table when the element in it that had the focus is gone, such as the button of a row that changed. */
function useKeepFocus(frame: Frame): void {
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
