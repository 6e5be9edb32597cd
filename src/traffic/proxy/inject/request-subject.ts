import type { RequestHead } from '../../../contract/http1/head.ts';
import type { FaultSubject } from '../../../faults/live-fault.ts';
import { operationOf, type PathName, paths } from '../../../operation.ts';
import { readOrderId } from '../../../order-id.ts';

const names = Object.keys(paths) as readonly PathName[];

/** Returns what a fault needs to know of a request to a service with a base path. */
export function subjectOf({ method, target }: RequestHead, basePath: string): FaultSubject {
  const path = target.replace(/\?.*$/s, '');
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  const name = names.find((one) => matches(below, paths[one].template));
  const reading = name === 'order' ? readOrderId(below.slice(below.lastIndexOf('/') + 1)) : undefined;
  return {
    operation: operationOf(name, method),
    orderId: reading?.kind === 'order-id' ? reading.id : undefined,
    keyId: () => undefined,
  };
}

function matches(path: string, template: string): boolean {
  const open = template.indexOf('{');
  if (open < 0) return path === template;
  return path.startsWith(template.slice(0, open)) && /^[^/]+$/.test(path.slice(open));
}
