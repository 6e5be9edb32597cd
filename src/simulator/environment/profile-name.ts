/** The presets of answers to the gaps. */
export const profileNames = ['least-promise', 'typical', 'vary'] as const;

/** The name of a preset. */
export type ProfileName = (typeof profileNames)[number];

/** Whether a text is the name of a preset. */
export function isProfileName(text: string): text is ProfileName {
  return profileNames.some((name) => name === text);
}
