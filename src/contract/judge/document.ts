import { LineCounter, parseDocument } from 'yaml';
import { readTextFile } from '../../text/text-file.ts';
import { type Problem, UserError } from '../../user-error.ts';
import { pointerStep } from './json-node.ts';

export type OpenApiDocument = { readonly [key: string]: unknown };

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const knownDialects = new Set([dialect, 'https://spec.openapis.org/oas/3.1/dialect/base']);
const maxProblems = 20;
const maxDocumentBytes = 16 * 1024 * 1024;

/**
 * Reads an OpenAPI 3.1 document in YAML or JSON. Throws a `UserError` if it cannot be read, has another version, or
 * has external references.
 */
export async function readOpenApiDocument(path: string): Promise<OpenApiDocument> {
  const content = parse(await readTextFile(path, maxDocumentBytes), path);
  const version = content.openapi;
  if (typeof version !== 'string' || !version.startsWith('3.1')) {
    const what = version === undefined ? 'has no OpenAPI version' : `has OpenAPI version ${String(version)}`;
    throw new UserError({ where: path, what, expected: 'openapi: 3.1.x' });
  }
  const given = content.jsonSchemaDialect ?? dialect;
  if (typeof given !== 'string' || !knownDialects.has(given)) {
    throw new UserError({
      where: `${path}#/jsonSchemaDialect`,
      what: `is ${String(given)}`,
      expected: dialect,
    });
  }
  const problems = outerReferences(content, path);
  if (problems.length > 0) throw new UserError(problems.slice(0, maxProblems));
  // Without this dialect, Prism reads the schemas as draft 7 and limits int64 to the integers of a double.
  return { ...content, jsonSchemaDialect: dialect };
}

function parse(text: string, path: string): OpenApiDocument {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const problems = document.errors.slice(0, maxProblems).map((error): Problem => {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    return { where: `${path}:${line}:${col}`, what: error.message, expected: 'YAML or JSON' };
  });
  if (problems.length > 0) throw new UserError(problems);
  try {
    const content: unknown = document.toJS();
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as OpenApiDocument;
  } catch (error) {
    const what = `cannot be read: ${(error as Error).message}`;
    throw new UserError({ where: path, what, expected: 'YAML or JSON' });
  }
  throw new UserError({ where: path, what: 'is not an object', expected: 'an OpenAPI document' });
}

function outerReferences(root: unknown, path: string): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<object>();
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, value] of Object.entries(node)) {
      const where = pointer + pointerStep(key);
      if (/^\$(?:dynamic)?ref$/i.test(key) && typeof value === 'string' && !value.startsWith('#')) {
        const what = `refers to ${JSON.stringify(value)} outside the document`;
        problems.push({ where: `${path}#${where}`, what, expected: 'a reference that begins with #' });
      } else visit(value, where);
    }
  };
  visit(root, '');
  return problems;
}
