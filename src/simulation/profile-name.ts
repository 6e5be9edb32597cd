/** The presets of answers to the gaps. */
export const profileNames = ['least-promise', 'typical', 'vary'] as const;

/** The name of a preset. */
export type ProfileName = (typeof profileNames)[number];
