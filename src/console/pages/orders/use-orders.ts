import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Order, OrderStatus } from '../../../control-api.ts';
import { messageOf } from '../../api/api.ts';
import { createReader, useReader } from '../../api/use-resource.ts';
import { useConsole } from '../../console-context.ts';

export type OrderFilter = { readonly status: OrderStatus | ''; readonly id: string };

type Part = { readonly offset: number; readonly orders: readonly Order[]; readonly total: number };

/** Orders are read in steps of so many, so that scrolling a little needs no request. */
const step = 200;
const pauseMs = 120;

/** Reads the orders in sight, and again when orders change; the others are read when the user scrolls to them. */
export function useOrders(environment: string, { status, id }: OrderFilter) {
  const { api } = useConsole();
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
  }, [reader]);
  useReader(reader, ['orders', 'scenario'], environment);
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
  const rowAt = (index: number): Order | undefined => part?.orders[index - part.offset];
  /** `data`: how many orders match. */
  return { data: part?.total, error, rowAt, show };
}
