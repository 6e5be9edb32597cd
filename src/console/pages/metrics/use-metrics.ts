import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../api/api.ts';
import { useConsole } from '../../console-context.ts';
import { readMetrics, type Sample } from './read-metrics.ts';

export type Reading = { readonly at: number; readonly samples: readonly Sample[] };

export type Readings = { readonly readings: readonly Reading[]; readonly error: string | undefined };

const everyMs = 2000;

/** The last two minutes. */
const most = 61;

/** Reads the metrics again and again, while the page is in sight. */
export function useMetrics(): Readings {
  const { api } = useConsole();
  const [state, setState] = useState<Readings>({ readings: [], error: undefined });
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const read = async (): Promise<void> => {
      try {
        const samples = readMetrics(await api.text('GET /metrics', {}, { signal }));
        const reading = { at: performance.now(), samples };
        setState(({ readings }) => ({ readings: [...readings, reading].slice(-most), error: undefined }));
      } catch (error) {
        if (!signal.aborted) setState(({ readings }) => ({ readings, error: messageOf(error) }));
      }
    };
    void read();
    const timer = setInterval(() => !document.hidden && void read(), everyMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [api]);
  return state;
}
