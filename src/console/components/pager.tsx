import { Button } from './button.tsx';

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
