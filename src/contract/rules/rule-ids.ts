type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** R01 to R37: stable, for `--ignore` and reports. It stands apart from the rules, whose functions use it. */
export type RuleId = `R${Exclude<`0${Digit}`, '00'> | `${1 | 2}${Digit}` | `3${Exclude<Digit, 8 | 9>}`}`;
