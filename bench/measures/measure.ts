import type { Pace } from '../compare.ts';
import type { OrdersFiles } from '../orders-files.ts';
import type { Row } from '../row.ts';

/** The input of a measure. */
export type Bench = { readonly files: OrdersFiles; readonly pace: Pace };

/** Yields rows of the table. */
export type Measure = (bench: Bench) => AsyncIterable<Row>;
