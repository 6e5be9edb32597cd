import { profileNames } from '../../src/simulator/environment/profile-name.ts';
import { type Fields, json, s } from './schema.ts';
import type { Section } from './section.ts';

const key: Fields = {
  id: s.text,
  expired: s.boolean,
  'expiresAt?': s.says("When the key expires, on the environment's clock.", s.dateTime),
};
const keys = json('The keys, oldest first.', s.object({ keys: s.list(s.ref('KeyView')) }));

export const behaviour: Section = {
  tag: 'behaviour',
  schemas: {
    ProfileName: s.says('A preset of gap choices.', s.choice(...profileNames)),
    GapChoices: s.says(
      'Choices by gap key. `docs/reference/gaps.md` lists the keys and their choices.',
      s.map(s.text),
    ),
    GapSettings: s.says(
      'Choices by gap key. `docs/reference/gaps.md` lists the keys and their choices; `null` is the choice of that name.',
      s.map({ type: ['string', 'null'] }),
    ),
    ApiKey: { type: 'string', pattern: '^[\\x21-\\x2b\\x2d-\\x7e]{1,512}$' },
    GapView: s.says(
      'A gap, and the choice in effect.',
      s.object({
        key: s.text,
        question: s.text,
        spec: s.says('The sections of the specification that leave it open.', s.text),
        scope: s.says(
          '`wire`: bodies, headers and forms. `state`: the behaviour of the service.',
          s.choice('wire', 'state'),
        ),
        why: s.says('The reason of the default.', s.text),
        default: s.says('The choice of the profile `least-promise`.', s.text),
        choices: s.list(
          s.object({
            name: s.says('An `N` or a `…` in it is a parameter, as in `after-N-ms`.', s.text),
            meaning: s.text,
            'breaks?': s.says(
              'The rule of the checker that the choice breaks, since the specification does not allow it.',
              s.text,
            ),
          }),
        ),
        choice: s.says('The choice in effect; `drawn` if `vary` draws a choice for each request.', s.text),
      }),
    ),
    ProfileView: s.says(
      'The gap choices of an environment.',
      s.object({
        profile: s.ref('ProfileName'),
        gaps: s.ref('GapChoices'),
        answers: s.says(
          'The choice in effect for every gap. `drawn` if `vary` draws a choice for each request.',
          s.map(s.text),
        ),
        questions: s.says('Every gap, in the order of `docs/reference/gaps.md`.', s.list(s.ref('GapView'))),
      }),
    ),
    ProfileChange: s.says(
      'The gap choices of an environment, and those that changed.',
      s.object({
        profile: s.ref('ProfileName'),
        gaps: s.ref('GapChoices'),
        answers: s.map(s.text),
        changed: s.map(s.object({ before: s.text, after: s.text })),
      }),
    ),
    ClockView: s.says('The time of an environment.', s.object({ now: s.dateTime, frozen: s.boolean })),
    ClockChange: s.says(
      'The new time of an environment, and what became due.',
      s.object({
        before: s.dateTime,
        now: s.dateTime,
        frozen: s.boolean,
        shipped: s.says('The ids of orders that became due and shipped.', s.list(s.int64)),
        expiredKeys: s.list(s.text),
        endedFaults: s.list(s.text),
      }),
    ),
    KeyView: s.says('An API key by its id.', s.object(key)),
    NewKey: s.says(
      'An API key that was just added, with its text.',
      s.object({ ...key, key: s.ref('ApiKey') }),
    ),
  },
  operations: {
    'GET /environments/{environment}/profile': {
      id: 'getProfile',
      summary: 'Get the gap choices',
      responses: {
        200: json(
          'The profile, the choices that override it, and for every gap the choice in effect, who made it, and the others.',
          s.ref('ProfileView'),
        ),
      },
    },
    'PUT /environments/{environment}/profile': {
      id: 'putProfile',
      summary: 'Change the gap choices',
      description:
        'Takes effect with the next request. Omitted fields stay unchanged; `gaps` replaces all choices that override the profile. A reset restores the choices that the environment started with.',
      example: { gaps: { 'conflict-body': 'error' } },
      responses: { 200: json('The new profile, and the choices that changed.', s.ref('ProfileChange')) },
    },
    'GET /environments/{environment}/clock': {
      id: 'getClock',
      summary: 'Get the clock',
      responses: { 200: json('The time of this environment.', s.ref('ClockView')) },
    },
    'PATCH /environments/{environment}/clock': {
      id: 'changeClock',
      summary: 'Freeze, set or advance the clock',
      description:
        'Everything that becomes due happens immediately and is part of the response. Setting the clock back undoes nothing.',
      body: 'ClockRequest',
      example: { frozen: true, advance: '30s' },
      responses: {
        200: json('The new time, and what became due.', s.ref('ClockChange'), {
          before: '2026-01-20T10:00:00Z',
          now: '2026-01-20T10:00:30Z',
          frozen: true,
          shipped: [48210013],
          expiredKeys: [],
          endedFaults: [],
        }),
      },
    },
    'GET /environments/{environment}/keys': {
      id: 'listKeys',
      summary: 'List the API keys by their ids',
      description: 'The texts of the keys are not included.',
      responses: { 200: keys },
    },
    'PUT /environments/{environment}/keys': {
      id: 'replaceKeys',
      summary: 'Replace all API keys',
      example: { keys: [{ key: 'key-of-my-test' }] },
      responses: { 200: keys },
    },
    'POST /environments/{environment}/keys': {
      id: 'addKey',
      summary: 'Add an API key, or change its expiry',
      description: 'An omitted key is generated at random. Only this response contains its text.',
      body: 'KeyRequest',
      example: { expiresIn: '30s' },
      responses: {
        200: json('The key existed and has the new expiry.', s.ref('NewKey')),
        201: json('The key was added.', s.ref('NewKey')),
      },
    },
    'DELETE /environments/{environment}/keys/{key}': {
      id: 'revokeKey',
      summary: 'Revoke an API key',
      responses: { 200: json('The revoked key.', s.object({ revoked: s.ref('KeyView') })) },
    },
  },
};
