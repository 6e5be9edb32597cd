/**
 * The built-in scenarios, read and checked, as JSON text by name. Empty in the sources: `scripts/bundle/` fills it in
 * the published package, which therefore starts with a built-in scenario without loading the YAML reader and the schema.
 */
export const checkedScenarios: Readonly<Record<string, string>> = {};
