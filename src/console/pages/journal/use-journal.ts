import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../console-context.ts';
import { createJournal, type Journal } from './journal.ts';
import type { JournalFilter } from './journal-filter.ts';

/** Reads the exchanges that match, and adds those that arrive unless the page is `paused`. */
export function useJournal(environment: string, filter: JournalFilter, paused: boolean): Journal {
  const { api, live } = useConsole();
  const draw = useDraw();
  const key = Object.values(filter).join('\n');
  const journal = useMemo(() => createJournal(api, environment, filter, draw), [environment, key]);
  useEffect(() => () => journal.stop(), [journal]);
  useEffect(() => {
    if (paused) return;
    journal.reload();
    return live.listen(journal.receive);
  }, [journal, paused]);
  return journal;
}

/** Returns a function that renders the component at the next frame of the screen, however often it is called. */
function useDraw(): () => void {
  const [, setCount] = useState(0);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return useCallback(() => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      setCount((count) => count + 1);
    });
  }, []);
}
