import type { EnvironmentState } from '../environment/environment.ts';
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
    handle: ({ body, state }) => {
      const before = choicesOf(state);
      const { profile, gaps: overrides } = state.choices.settings;
      const newOverrides = body.gaps === undefined ? overrides : gapChoiceTexts(body.gaps);
      state.choices.change(body.profile ?? profile, newOverrides);
      const after = choicesOf(state);
      const changed = gaps.filter(({ key }) => before[key] !== after[key]);
      return ok({
        ...viewProfile(state),
        changed: Object.fromEntries(
          changed.map(({ key }) => [key, { before: before[key] ?? '', after: after[key] ?? '' }]),
        ),
      });
    },
  }),
];

function viewProfile(state: EnvironmentState) {
  const { profile, gaps: overrides } = state.choices.settings;
  return { profile, gaps: overrides, answers: choicesOf(state) };
}

/** Returns the choice in effect for every gap: `drawn` if `vary` draws it for each request. */
function choicesOf(state: EnvironmentState): Readonly<Record<string, string>> {
  const { profile, gaps: overrides } = state.choices.settings;
  const choices = state.choices.forRequest(0);
  return Object.fromEntries(
    gaps.map(({ key, scope }) => {
      const drawn = profile === 'vary' && scope === 'wire' && overrides[key] === undefined;
      return [key, drawn ? 'drawn' : choices[key]];
    }),
  );
}
