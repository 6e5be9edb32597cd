/**
 * The built-in scenarios, read and checked, as JSON text by name. Empty in the sources: `scripts/bundle/` defines it in the
 * published package, which therefore starts with a built-in scenario without loading the YAML reader and the schema.
 */
declare const checkedScenarios: Readonly<Record<string, string>> | undefined;

const checked: Readonly<Record<string, string>> =
  typeof checkedScenarios === 'undefined' ? {} : checkedScenarios;

export { checked as checkedScenarios };
