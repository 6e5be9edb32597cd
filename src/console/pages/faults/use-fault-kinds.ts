import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../api/api.ts';
import { useConsole } from '../../console-context.ts';
import { type FaultKind, readKinds } from './fault-schema.ts';

/** Reads the kinds of faults from the published schema, so that the form has its words and its bounds. */
export function useFaultKinds(): {
  readonly kinds: readonly FaultKind[] | undefined;
  readonly error: string | undefined;
} {
  const { api } = useConsole();
  const [kinds, setKinds] = useState<readonly FaultKind[]>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    api
      .text('GET /openapi/scenario.schema.json')
      .then((text) => setKinds(readKinds(JSON.parse(text))))
      .catch((failure: unknown) => setError(messageOf(failure)));
  }, [api]);
  return { kinds, error };
}
