import { takeList } from './list-probe.ts';
import type { Scene } from './probe.ts';

/** What a new list says of an order. */
export type Presence = 'listed' | 'gone' | 'unknown';

/** Takes a new list and looks for an order in it. */
export async function lookFor(scene: Scene, id: bigint): Promise<Presence> {
  await takeList(scene);
  const list = scene.lists.latest();
  if (list.kind === 'unreadable') return 'unknown';
  return list.ids.has(id) ? 'listed' : 'gone';
}
