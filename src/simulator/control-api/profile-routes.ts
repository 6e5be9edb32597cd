import * as z from 'zod';
import { ok } from '../../http/control-response.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import { choicesInForce } from '../environment/gaps/choices.ts';
import { gaps } from '../environment/gaps/gaps.ts';
import { gapChoiceTexts } from '../scenarios/resolve-scenario.ts';
import { profileFileSchema, profileName } from '../scenarios/scenario-schema.ts';
import { gapChoices, text } from './components.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

const gapView = z
  .strictObject({
    key: z.string(),
    question: z.string(),
    spec: text('The sections of the specification that leave it open.'),
    scope: z.enum(['wire', 'state']).describe('Bodies, headers and forms, or the behaviour of the service.'),
    why: text('The reason of the default.'),
    default: text('The choice of the profile `least-promise`.'),
    choices: z.array(
      z.strictObject({
        name: text('An `N` or a `…` in it is a parameter, as in `after-N-ms`.'),
        meaning: z.string(),
        breaks: text('The rule of the checker that the choice breaks.').optional(),
      }),
    ),
    choice: text('The choice in effect; `drawn` if `vary` draws one for each request.'),
  })
  .meta({ id: 'GapView' });
const choices = z.record(z.string(), z.string());
const profileView = z
  .strictObject({
    profile: profileName,
    gaps: gapChoices,
    answers: choices.describe('The choice in effect for every gap.'),
    questions: z.array(gapView).describe('Every gap, in the order of `docs/reference/gaps.md`.'),
  })
  .meta({ id: 'ProfileView' });
const profileChange = z
  .strictObject({
    profile: profileName,
    gaps: gapChoices,
    answers: choices,
    changed: z.record(z.string(), z.strictObject({ before: z.string(), after: z.string() })),
  })
  .meta({ id: 'ProfileChange' });

export const profileRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/profile', {
    id: 'getProfile',
    summary: 'Get the gap choices',
    responses: { 200: profileView },
    handle: ({ state }) => ok({ ...viewProfile(state), questions: viewGaps(state) }),
  }),
  environmentRoute('PUT /environments/{environment}/profile', {
    id: 'putProfile',
    summary: 'Change the gap choices',
    description:
      'Omitted fields stay unchanged; `gaps` replaces all choices that override the profile. A reset restores the first ones.',
    body: profileFileSchema,
    responses: { 200: profileChange },
    handle: ({ body, state }) => {
      const before = choicesInForce(state.choices);
      const { gaps: overrides } = state.choices.settings;
      state.choices.change(body.profile, body.gaps === undefined ? overrides : gapChoiceTexts(body.gaps));
      const after = choicesInForce(state.choices);
      const changed = gaps
        .filter(({ key }) => before[key] !== after[key])
        .map(({ key }) => [key, { before: before[key], after: after[key] }]);
      return ok({ ...viewProfile(state), changed: Object.fromEntries(changed) });
    },
  }),
];

function viewProfile(state: EnvironmentState) {
  const { profile, gaps: overrides } = state.choices.settings;
  return { profile, gaps: overrides, answers: choicesInForce(state.choices) };
}

function viewGaps({ choices }: EnvironmentState) {
  const inForce = choicesInForce(choices);
  return gaps.map(({ key, question, spec, scope, why, default: first, choices: all, breaks }) => ({
    ...{ key, question, spec, scope, why, default: first },
    choices: Object.entries(all).map(([name, meaning]) => ({ name, meaning, breaks: breaks?.[name] })),
    choice: inForce[key],
  }));
}
