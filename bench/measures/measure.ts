import type { Pace } from '../compare.ts';
import type { OrdersFiles } from '../orders-files.ts';
import type { Row } from '../row.ts';

/** What every measure is given. */
export type Bench = { readonly files: OrdersFiles; readonly pace: Pace };

/** A measure gives one or more rows of the table. */
export type Measure = (bench: Bench) => AsyncIterable<Row>;
