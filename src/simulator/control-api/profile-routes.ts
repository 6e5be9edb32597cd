import { ok } from '../../http/control-response.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import { choicesInForce } from '../environment/gaps/choices.ts';
import { gaps } from '../environment/gaps/gaps.ts';
import { gapChoiceTexts } from '../scenarios/resolve-scenario.ts';
import { profileFileSchema } from '../scenarios/scenario-schema.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

export const profileRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/profile', {
    handle: ({ state }) => ok({ ...viewProfile(state), questions: viewGaps(state) }),
  }),
  environmentRoute('PUT /environments/{environment}/profile', {
    body: profileFileSchema,
    handle: ({ body, state }) => {
      const before = choicesInForce(state.choices);
      const { gaps: overrides } = state.choices.settings;
      const newOverrides = body.gaps === undefined ? overrides : gapChoiceTexts(body.gaps);
      state.choices.change(body.profile, newOverrides);
      const after = choicesInForce(state.choices);
      const changed = gaps.filter(({ key }) => before[key] !== after[key]);
      return ok({
        ...viewProfile(state),
        changed: Object.fromEntries(
          changed.map(({ key }) => [key, { before: before[key], after: after[key] }]),
        ),
      });
    },
  }),
];

function viewProfile(state: EnvironmentState) {
  const { profile, gaps: overrides } = state.choices.settings;
  return { profile, gaps: overrides, answers: choicesInForce(state.choices) };
}

function viewGaps({ choices }: EnvironmentState) {
  const inForce = choicesInForce(choices);
  return gaps.map(({ key, question, spec, scope, why, default: ofLeastPromise, choices: all, breaks }) => ({
    key,
    question,
    spec,
    scope,
    why,
    default: ofLeastPromise,
    choices: Object.entries(all).map(([name, meaning]) => ({ name, meaning, breaks: breaks?.[name] })),
    choice: inForce[key],
  }));
}
