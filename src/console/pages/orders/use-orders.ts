import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Order, OrderStatus } from '../../../control-api.ts';
import { messageOf } from '../../api/api.ts';
import { createReader, isOutdated } from '../../api/use-resource.ts';
import { useConsole } from '../../console-context.ts';

/** Which orders to show. */
export type OrderFilter = { readonly status: OrderStatus | ''; readonly id: string };

/** The orders in sight; the others are read when the user scrolls to them. */
export type VisibleOrders = {
  /** How many orders match, or undefined while nothing was read yet. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  rowAt(index: number): Order | undefined;
  show(range: { from: number; to: number }): void;
};

type Part = { readonly offset: number; readonly orders: readonly Order[]; readonly total: number };

/** Orders are read in steps of so many, so that scrolling a little needs no request. */
const step = 200;
const pauseMs = 120;

/** Reads the orders in sight, and again when orders change. */
export function useOrders(environment: string, { status, id }: OrderFilter): VisibleOrders {
  const { api, live } = useConsole();
  const [part, setPart] = useState<Part>();
  const [error, setError] = useState<string>();
  const wanted = useRef({ from: 0, to: step });
  const reader = useMemo(() => {
    const read = async (signal: AbortSignal): Promise<void> => {
      const offset = Math.max(0, Math.floor(wanted.current.from / step - 0.5) * step);
      const limit = Math.ceil((wanted.current.to - offset) / step + 0.5) * step;
      const query = {
        offset,
        limit,
        status: status === '' ? undefined : status,
        id: id === '' ? undefined : id,
      };
      try {
        const { orders, total } = await api.json(
          'GET /environments/{environment}/orders',
          { params: { environment }, query },
          { signal },
        );
        if (signal.aborted) return;
        setPart({ offset, orders, total });
        setError(undefined);
      } catch (failure) {
        if (!signal.aborted) setError(messageOf(failure));
      }
    };
    return createReader(read, pauseMs);
  }, [api, environment, status, id]);
  useEffect(() => {
    wanted.current = { from: 0, to: step };
    reader.request();
    const stop = live.listen((event) => {
      if (isOutdated(event, ['orders', 'scenario'], environment)) reader.request();
    });
    return () => {
      stop();
      reader.stop();
    };
  }, [reader]);
  const show = useCallback(
    (range: { from: number; to: number }) => {
      wanted.current = range;
      const end = part === undefined ? 0 : part.offset + part.orders.length;
      const covered =
        part !== undefined && part.offset <= range.from && Math.min(range.to, part.total) <= end;
      if (!covered) reader.request();
    },
    [reader, part],
  );
  return { total: part?.total, error, rowAt: (index) => part?.orders[index - part.offset], show };
}
