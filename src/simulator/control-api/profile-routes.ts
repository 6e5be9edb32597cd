import type { Environment, EnvironmentState } from '../environment/environment.ts';
import { gaps } from '../environment/gaps/gaps.ts';
import { gapChoiceTexts } from '../scenarios/resolve-scenario.ts';
import { profileFileSchema } from '../scenarios/scenario-schema.ts';
import { type ControlResponse, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { nothing } from './input-schemas.ts';
import { readJsonBody, readQuery } from './read-input.ts';

/** How an environment answers the gaps of the specification. */
export const profileRoutes: readonly ControlRoute[] = [
  environmentRoute('GET', '/profile', 'nothing', ({ query }, { state }) => {
    readQuery(query, nothing);
    return ok(viewProfile(state));
  }),
  environmentRoute('PUT', '/profile', 'json', putProfile),
];

async function putProfile(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const given = await readJsonBody(call.content, profileFileSchema);
  const before = answersNow(state);
  const { profile, gaps: single } = state.choices.settings;
  state.choices.change(
    given.profile ?? profile,
    given.gaps === undefined ? single : gapChoiceTexts(given.gaps),
  );
  const after = answersNow(state);
  const changed = gaps.filter(({ key }) => before[key] !== after[key]);
  return ok({
    ...viewProfile(state),
    changed: Object.fromEntries(
      changed.map(({ key }) => [key, { before: before[key] ?? '', after: after[key] ?? '' }]),
    ),
  });
}

function viewProfile(state: EnvironmentState): object {
  const { profile, gaps: single } = state.choices.settings;
  return { profile, gaps: single, answers: answersNow(state) };
}

/** Every gap with its answer; `drawn` for one that `vary` draws anew for each request. */
function answersNow(state: EnvironmentState): Readonly<Record<string, string>> {
  const { profile, gaps: single } = state.choices.settings;
  const answers = state.choices.forRequest(0);
  return Object.fromEntries(
    gaps.map(({ key, scope }) => {
      const drawn = profile === 'vary' && scope === 'wire' && single[key] === undefined;
      return [key, drawn ? 'drawn' : answers[key]];
    }),
  );
}
