import type { ProfileName, ProfileView } from '../../../control-api.ts';
import type { Action } from '../../api/action.ts';

type PutProfile = Action<'PUT /environments/{environment}/profile'>;

/** Switches a gap. The choices of other gaps stay. */
export function switchGap(
  environment: string,
  { gaps }: ProfileView,
  key: string,
  choice: string,
): PutProfile {
  return {
    title: `Switch ${key} to ${choice}`,
    route: 'PUT /environments/{environment}/profile',
    params: { environment },
    json: { gaps: { ...gaps, [key]: choice } },
    done: () => `${key} is ${choice} from the next request on`,
  };
}

export function leaveGap(environment: string, { gaps }: ProfileView, key: string): PutProfile {
  const { [key]: _, ...others } = gaps;
  return {
    title: `Leave to the profile: ${key}`,
    route: 'PUT /environments/{environment}/profile',
    params: { environment },
    json: { gaps: others },
    done: ({ answers }) => `${key} is ${answers[key]} from the next request on`,
  };
}

/** Chooses the profile, which decides the gaps that nobody else does. */
export function chooseProfile(environment: string, profile: ProfileName): PutProfile {
  return {
    title: `Use profile ${profile}`,
    route: 'PUT /environments/{environment}/profile',
    params: { environment },
    json: { profile },
    done: ({ changed }) =>
      `${environment} has the profile ${profile}; ${Object.keys(changed).length} choices changed`,
  };
}
