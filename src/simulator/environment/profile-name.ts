/** The profiles: presets of gap choices. */
export const profileNames = ['least-promise', 'typical', 'vary'] as const;

export type ProfileName = (typeof profileNames)[number];

export function isProfileName(text: string): text is ProfileName {
  return profileNames.some((name) => name === text);
}
