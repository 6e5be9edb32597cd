import type { ProfileName, ProfileView } from '../../../control-api.ts';
import type { Action } from '../../api/action.ts';

type PutProfile = Action<'PUT /environments/{environment}/profile'>;

function putProfile(environment: string, action: Pick<PutProfile, 'title' | 'json' | 'done'>): PutProfile {
  return { ...action, route: 'PUT /environments/{environment}/profile', params: { environment } };
}

/** Switches a gap. The choices of other gaps stay. */
export function switchGap(environment: string, { gaps }: ProfileView, key: string, choice: string) {
  return putProfile(environment, {
    title: `Switch ${key} to ${choice}`,
    json: { gaps: { ...gaps, [key]: choice } },
    done: () => `${key} is ${choice} from the next request on`,
  });
}

export function leaveGap(environment: string, { gaps }: ProfileView, key: string) {
  const { [key]: _, ...others } = gaps;
  return putProfile(environment, {
    title: `Leave to the profile: ${key}`,
    json: { gaps: others },
    done: ({ answers }) => `${key} is ${answers[key]} from the next request on`,
  });
}

/** Chooses the profile, which decides the gaps that nobody else does. */
export function chooseProfile(environment: string, profile: ProfileName) {
  return putProfile(environment, {
    title: `Use profile ${profile}`,
    json: { profile },
    done: ({ changed }) =>
      `${environment} has the profile ${profile}; ${Object.keys(changed).length} choices changed`,
  });
}
