import type { ComponentChildren, JSX } from 'preact';

/** A column of a table. `name` is also the class of its cells. */
export type Column<Row> = {
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
};

export function Table<Row>(props: {
  readonly label: string;
  readonly className?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}): JSX.Element {
  const { label, className = '', columns, rows, rowKey } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the window is scrolled by keys
    <section class={`scroll ${className}`} aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <Head columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map(({ name, title }) => (
          <th key={name} scope="col" class={`c-${name}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function Cells<Row>(props: {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}): JSX.Element {
  return (
    <>
      {props.columns.map(({ name, cell }) => (
        <td key={name} class={`c-${name}`}>
          {cell(props.row)}
        </td>
      ))}
    </>
  );
}
