import type { ChangeableParts } from '../environment/environment.ts';
import { choicesInForce } from '../environment/gaps/choices.ts';
import { gaps } from '../environment/gaps/gaps.ts';
import { gapChoiceTexts } from '../scenarios/resolve-scenario.ts';
import { profileFileSchema } from '../scenarios/scenario-schema.ts';
import { ok } from './control-response.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

/** The routes of the gap choices of an environment. */
export const profileRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/profile', {
    handle: ({ state }) => ok(viewProfile(state)),
  }),
  environmentRoute('PUT /environments/{environment}/profile', {
    body: profileFileSchema,
    handle: ({ body, state }) =>
      state.change((parts) => {
        const before = choicesInForce(parts.choices);
        const { gaps: overrides } = parts.choices.settings;
        const newOverrides = body.gaps === undefined ? overrides : gapChoiceTexts(body.gaps);
        parts.choices.change(body.profile, newOverrides);
        const after = choicesInForce(parts.choices);
        const changed = gaps.filter(({ key }) => before[key] !== after[key]);
        return ok({
          ...viewProfile(parts),
          changed: Object.fromEntries(
            changed.map(({ key }) => [key, { before: before[key], after: after[key] }]),
          ),
        });
      }),
  }),
];

function viewProfile(state: ChangeableParts) {
  const { profile, gaps: overrides } = state.choices.settings;
  return { profile, gaps: overrides, answers: choicesInForce(state.choices) };
}
