/** The profiles: presets of gap choices. */
export const profileNames = ['least-promise', 'typical', 'vary'] as const;

export type ProfileName = (typeof profileNames)[number];

/** Whether a text is the name of a profile. */
export function isProfileName(text: string): text is ProfileName {
  return profileNames.some((name) => name === text);
}
