import type { Exchange, ExchangeSummary } from '../../../control-api.ts';

/** The newest exchanges, so that a page that is open for days needs no more memory. */
export const maxRows = 5000;

/** How many rows too many there may be, so that they are not removed one by one. */
const slack = 1000;

export type ExchangeRows = ReturnType<typeof createExchangeRows>;

export function createExchangeRows() {
  // Oldest first: an array grows at its end.
  const rows: ExchangeSummary[] = [];
  const known = new Set<number>();
  let added = 0;
  return {
    get count(): number {
      return rows.length;
    },
    /** How many rows were ever added at the top. */
    get added(): number {
      return added;
    },
    /** The row at an index, newest first. */
    at: (index: number): ExchangeSummary | undefined => rows[rows.length - 1 - index],
    /** All rows, oldest first. */
    all: (): readonly ExchangeSummary[] => rows,
    /** Adds exchanges, oldest first. One that is there already, since it had not ended, is replaced. */
    add(exchanges: readonly ExchangeSummary[]): void {
      for (const exchange of exchanges) {
        if (known.has(exchange.number)) {
          rows[rows.findLastIndex(({ number }) => number === exchange.number)] = exchange;
          continue;
        }
        known.add(exchange.number);
        rows.push(exchange);
        added += 1;
      }
      if (rows.length > maxRows + slack)
        for (const { number } of rows.splice(0, rows.length - maxRows)) known.delete(number);
    },
    /** Adds exchanges that are older than all others, newest first. */
    addOlder(exchanges: readonly ExchangeSummary[]): void {
      const others = exchanges.filter(({ number }) => !known.has(number));
      for (const { number } of others) known.add(number);
      rows.unshift(...others.reverse());
    },
  };
}

export function summaryOf(exchange: Exchange): ExchangeSummary {
  const { number, begunAt, endedAt, method, path, query, operation, order, answer, key, faults } = exchange;
  return {
    number,
    begunAt,
    method,
    target: path + query,
    operation: operation ?? null,
    orderId: order === undefined ? null : String(order.id),
    status: answer?.status ?? null,
    durationMs: endedAt === undefined ? Number.NaN : Date.parse(endedAt) - Date.parse(begunAt),
    key: key ?? null,
    faults: faults.map(({ id }) => id),
    gaps: Object.keys(exchange.gaps).length,
    held: exchange.gate !== undefined,
    ...(exchange.refused !== undefined && { refused: exchange.refused.why }),
    ...(exchange.traceparent !== undefined && { traceparent: exchange.traceparent }),
  };
}
