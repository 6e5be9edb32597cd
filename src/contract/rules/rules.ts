import { cancelRules } from './cancel-rules.ts';
import { keyRules } from './key-rules.ts';
import { listRules } from './list-rules.ts';
import { quickstartRules } from './quickstart-rules.ts';
import type { Rule } from './rule.ts';

/** The rules about HTTP and the base address. */
const httpRules = [
  {
    id: 'R01',
    key: 'base-path-v1',
    sentence: 'The base address ends in the path prefix /v1.',
    spec: '1, 9',
    pointer: '/servers',
    severity: 'violation',
  },
  {
    id: 'R02',
    key: 'http-well-formed',
    sentence: 'Every response is a complete HTTP message with correct framing, headers and content coding.',
    spec: '1; RFC 9112',
    pointer: '/paths',
    severity: 'violation',
  },
  {
    id: 'R03',
    key: 'documented-status',
    sentence: 'An operation responds only with the statuses documented for it.',
    spec: '4.1, 4.2',
    pointer: '/paths',
    severity: 'violation',
  },
] as const satisfies readonly Rule[];

/** The id of a rule. */
export type RuleId = (
  | typeof httpRules
  | typeof listRules
  | typeof keyRules
  | typeof cancelRules
  | typeof quickstartRules
)[number]['id'];

/** The statements of the specification about orders, in the order of their ids. */
export const rules: readonly (Rule & { readonly id: RuleId })[] = [
  ...httpRules,
  ...listRules,
  ...keyRules,
  ...cancelRules,
];

/** The rules of the orders, then those of the quickstart. */
export const allRules: readonly (Rule & { readonly id: RuleId })[] = [...rules, ...quickstartRules];

const byId: ReadonlyMap<RuleId, Rule> = new Map(allRules.map((rule) => [rule.id, rule]));

/** Returns the rule with this id. */
export function ruleOf(id: RuleId): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`the table of rules has no ${id}`);
  return rule;
}
