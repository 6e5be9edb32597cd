import type { RuleId } from '../rules/rules.ts';
import type { HarReading } from './read-har.ts';

const neverShown: Partial<Readonly<Record<RuleId, string>>> = {
  R02: 'a recording does not show how messages were framed',
  R13: 'a recording does not compare lists with and without a query',
  R25: 'a recording does not tell that an order does not exist',
  R26: 'a recording does not tell that an order is pending',
  R30: 'a recording does not tell that an order has shipped',
  R32: 'a recording does not tell what was in the list at the time of a cancel',
};

const needKeys: readonly RuleId[] = ['R14', 'R15', 'R16', 'R17', 'R18'];

/** Why a recording exercised a rule by no exchange. */
export function passiveReason(rule: RuleId, reading: HarReading): string {
  if (reading.recorded.length === 0) return 'no request of the contract is in the recording';
  const never = neverShown[rule];
  if (never !== undefined) return never;
  if (needKeys.includes(rule) && !reading.keysRecorded)
    return 'the recording has no Authorization header: exports leave it out';
  return 'no recorded exchange shows it';
}
