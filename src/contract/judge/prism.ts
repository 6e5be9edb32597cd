import type { OperationId } from '../exchange.ts';

/** Where a value has another shape than in the OpenAPI document, and what is expected there. */
export type ShapeFault = { readonly path: readonly string[]; readonly expected: string };

export type JudgeShape = (operation: OperationId, status: number, body: unknown) => readonly ShapeFault[];

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Opens a document with Prism. Prism accepts every body without a message if a schema cannot be compiled: a test compiles them. */
export async function openPrism(document: object): Promise<JudgeShape> {
  const { getHttpOperationsFromSpec, validateOutput } = await import('./prism-packages.ts');
  // Without this dialect, Prism reads the schemas as draft 7 and limits int64 to the integers of a double.
  const operations = await getHttpOperationsFromSpec({ ...document, jsonSchemaDialect: dialect });
  return (operation, statusCode, body) => {
    const resource = operations.find(({ iid }) => iid === operation);
    if (resource === undefined) throw new Error(`The OpenAPI document has no operation ${operation}.`);
    const result = validateOutput({ resource, element: { statusCode, body } });
    if (result._tag === 'Right') return [];
    return result.left.flatMap(({ path: [root, ...steps] = [], code, message }) =>
      // Our own rules judge the head, and the formats, since Prism reads numbers as doubles and rejects some leap seconds.
      root === 'body' && code !== 'format'
        ? [{ path: steps.map(nameOf), expected: message.replace(/^.* must (?:be|have) /s, '') }]
        : [],
    );
  };
}

/** Returns the name of a step that is escaped as in a JSON pointer. */
function nameOf(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
