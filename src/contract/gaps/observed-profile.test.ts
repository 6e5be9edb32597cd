import { expect, test } from 'vitest';
import type { ObservableGap } from './gaps.ts';
import { choiceSeen } from './observed-profile.ts';

/** Returns the choice, or why there is none. `404: x` stands for one exchange, `2 404: x` for two. */
function seen(gap: ObservableGap, ...observations: readonly string[]): string {
  const result = choiceSeen(
    gap,
    observations.map((text) => {
      const [, requests = '1', observed = ''] = /^(?:(\d) )?(.*)$/.exec(text) ?? [];
      return { observed, exchange: 1, requests: Number(requests) };
    }),
  );
  return result.kind === 'choice' ? result.choice : result.why;
}

const both = (code: string) => `order_already_shipped=${code},order_already_cancelled=${code}`;

test.each<[readonly string[], string | RegExp]>([
  [['404: order_not_found'], 'named'],
  [['409: order_already_shipped', '409: order_already_cancelled'], 'named'],
  [['422: X'], /other statuses/],
  [['404: X'], /seen only once/],
  [['404: X', '409: Y'], /seen only once/],
  [['2 404: X'], 'map:order_not_found=X'],
  [['404: X', '401: unauthorized'], 'map:order_not_found=X'],
  [['2 404: X', '409: Y'], `map:order_not_found=X,${both('Y')}`],
  [['404: X', '404: Y'], 'opaque'],
  [['2 409: X', '2 409: Y'], /the codes of 409 are X and Y/],
  [['2 404: X', '2 404: Y'], /the codes of 404 are X and Y/],
  [['409: X', '409: Y', '409: Z'], 'opaque'],
  [['409: X', '409: Y', '401: Z', '401: A'], 'opaque'],
  [['2 404: a b'], /has a character/],
])('the codes %j are those of %s', (codes, expected) => {
  expect(seen('error-codes', ...codes)).toMatch(
    expected instanceof RegExp ? expected : new RegExp(`^${expected}$`),
  );
});
