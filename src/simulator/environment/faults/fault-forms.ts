import { bandwidth } from './bandwidth.ts';
import { close } from './close.ts';
import { drip } from './drip.ts';
import type { FaultEffectSettings, FaultKind } from './fault.ts';
import type { FaultForm } from './fault-form.ts';
import { garbage } from './garbage.ts';
import { latency } from './latency.ts';
import { rateLimit } from './rate-limit.ts';
import { reset } from './reset.ts';
import { staleList } from './stale-list.ts';
import { status } from './status.ts';
import { truncate } from './truncate.ts';
import { unauthorized } from './unauthorized.ts';

type Forms = { readonly [Kind in FaultKind]: FaultForm<Extract<FaultEffectSettings, { kind: Kind }>> };

const forms: Forms = {
  latency,
  bandwidth,
  drip,
  reset,
  close,
  truncate,
  garbage,
  status,
  'rate-limit': rateLimit,
  unauthorized,
  'stale-list': staleList,
};

/** The form of a fault's kind. */
export function formOf<Kind extends FaultKind>(fault: { readonly kind: Kind }): Forms[Kind] {
  return forms[fault.kind];
}
