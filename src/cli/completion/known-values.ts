import { reportFormats } from '../../check/reports/reports.ts';
import { rules } from '../../contract/rules/rules.ts';
import { matrixReportFormats } from '../../matrix/report/reports.ts';
import { gaps } from '../../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../simulator/environment/gaps/read-choice.ts';
import { profileNames } from '../../simulator/environment/profile-name.ts';
import { createCatalog } from '../../simulator/scenarios/catalog.ts';
import type { Completion, KnownValues } from './completion-model.ts';

/** Returns the values of flags and arguments that come from tables of the program: scenarios, profiles, gaps, rules. */
export async function knownValues(): Promise<KnownValues> {
  const scenarios: Completion = { values: await createCatalog().names(), files: true };
  const choices = gaps.flatMap(({ key, choices }) =>
    Object.keys(choices)
      .filter((choice) => !hasParameter(choice))
      .map((choice) => `${key}=${choice}`),
  );
  return {
    '--scenario': scenarios,
    '--staging-scenario': scenarios,
    'scenarios show <name>': scenarios,
    'scenarios validate <file>': scenarios,
    '--profile': { values: profileNames, files: true },
    '--expect-profile': { values: profileNames.filter((name) => name !== 'vary'), files: true },
    '--unknown': { values: profileNames, files: false },
    '--gap': { values: choices, files: false },
    'matrix --profile': { values: profileNames.filter((name) => name !== 'vary'), files: true },
    'matrix --only': { values: choices, files: false },
    'matrix --input': { values: [], files: true },
    'matrix --results': { values: [], files: true },
    'matrix --report': { values: matrixReportFormats.map((format) => `${format}=`), files: false },
    '--report': { values: reportFormats.map((format) => `${format}=`), files: false },
    '--ignore': { values: rules.map(({ id }) => id), files: false },
  };
}
