/**
 * The built-in scenarios, read and checked, as JSON text by name. Empty in the sources: `scripts/bundle/` fills it in
 * what is published, so that it starts with a built-in scenario without the YAML reader and the schema.
 */
export const checkedScenarios: Readonly<Record<string, string>> = {};
