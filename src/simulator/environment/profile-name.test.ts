import { expect, test } from 'vitest';
import { isProfileName, profileNames } from './profile-name.ts';

test('knows only the profiles', () => {
  expect(profileNames.every(isProfileName)).toBe(true);
  expect(['', 'Typical', 'typical ', 'toString'].some(isProfileName)).toBe(false);
});
