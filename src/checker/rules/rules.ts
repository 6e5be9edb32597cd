import { cancelRules } from './cancel-rules.ts';
import { keyRules } from './key-rules.ts';
import { listRules } from './list-rules.ts';
import { messageRules } from './message-rules.ts';
import type { Rule } from './rule.ts';

/** The id of a rule. */
export type RuleId = (
  | typeof messageRules
  | typeof listRules
  | typeof keyRules
  | typeof cancelRules
)[number]['id'];

/** The statements of the specification that an exchange can keep or break. */
export const rules: readonly (Rule & { readonly id: RuleId })[] = [
  ...messageRules,
  ...listRules,
  ...keyRules,
  ...cancelRules,
];
