import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'major' | 'minor' }) => void;

// biome-ignore lint/plugin: a function of V8, created once.
let collect: Collect | undefined;

/** Collects garbage, and returns once that is done: `minor` only among young objects, in about a millisecond. */
export function collectGarbage(type: 'major' | 'minor'): void {
  collect ??= exposedCollection();
  collect({ type });
}

/** Returns V8's own function, which only a flag exposes, and only to a context that is created afterwards. */
function exposedCollection(): Collect {
  setFlagsFromString('--expose-gc');
  const exposed: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return exposed;
}
