import { type Problem, UserError } from '../../user-error.ts';
import type { PlannedRequest } from '../exchange.ts';
import type { OpenApiDocument } from './document.ts';

/** A response in the form that Prism can judge. */
export type PrismResponse = {
  readonly statusCode: number;
  /** Names in lower case, one value each. */
  readonly headers: { readonly [name: string]: string };
  readonly body?: unknown;
};

export type PrismViolation = ReturnType<typeof toViolation>;

export type PrismOperation = ReturnType<typeof describe>;

export type PlacedSchema = { readonly where: string; readonly schema: object; readonly bundle: unknown };

export type Prism = {
  readonly operations: readonly PrismOperation[];
  readonly schemas: readonly PlacedSchema[];
  /** Judges a response that was already received. Prism sends nothing. */
  judge(request: PlannedRequest, response: PrismResponse): Promise<readonly PrismViolation[]>;
};

const config = {
  isProxy: true,
  // Prism needs an upstream, but nothing is sent to it.
  upstream: new URL('http://127.0.0.1/'),
  upstreamProxy: undefined,
  mock: { dynamic: false },
  errors: false,
  validateRequest: false,
  validateResponse: true,
  checkSecurity: false,
} as const;

/** Opens a document with Prism. Throws a `UserError` with `where` if Prism cannot read it. */
export async function openPrism(document: OpenApiDocument, where: string): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await import('./prism-packages.ts');
  const operations = await readOperations(getHttpOperationsFromSpec, document, where);
  return {
    operations: operations.map(describe),
    schemas: operations.flatMap((operation) => schemasOf(operation, where)),
    async judge(request, response) {
      const prism = createInstance(config, {
        logger: silentLogger(),
        forward: () => () => async () => right(response),
      });
      const url = { path: request.path };
      const method = request.method === 'GET' ? 'get' : 'delete';
      const result = await prism.request({ method, url }, operations)();
      if (result._tag === 'Left') throw result.left;
      const { input, output } = result.right.validations;
      if (input.length > 0)
        throw new Error(`Prism finds no operation for ${request.method} ${request.path}.`);
      return output.map(toViolation);
    },
  };
}

type PrismHttp = typeof import('./prism-packages.ts');
type Instance = ReturnType<PrismHttp['createInstance']>;
type Operation = Parameters<Instance['request']>[1][number];
type Outcome = Awaited<ReturnType<ReturnType<Instance['request']>>>;
type Diagnostic = (Outcome & { _tag: 'Right' })['right']['validations']['output'][number];
type Logger = Parameters<PrismHttp['createInstance']>[1]['logger'];
type ReadOperations = (document: object) => Promise<Operation[]>;

async function readOperations(
  read: ReadOperations,
  document: OpenApiDocument,
  where: string,
): Promise<Operation[]> {
  try {
    // Prism changes its argument.
    return await read(structuredClone(document));
  } catch (error) {
    const what = `cannot be used: ${(error as Error).message}`;
    throw new UserError({ where, what, expected: 'an OpenAPI document of version 3.1' });
  }
}

function right<T>(value: T): { readonly _tag: 'Right'; readonly right: T } {
  return { _tag: 'Right', right: value };
}

function describe(operation: Operation) {
  const { iid, method, path, responses } = operation;
  return {
    operationId: iid,
    method: method.toUpperCase(),
    path,
    /** `200`, `4XX`, `default`. */
    statuses: responses.map(({ code }) => code),
  };
}

function schemasOf(operation: Operation, document: string): PlacedSchema[] {
  const bundle = (operation as { readonly __bundled__?: unknown }).__bundled__;
  return operation.responses.flatMap(({ code, contents, headers }) => {
    const start = `${document}: ${operation.method.toUpperCase()} ${operation.path}, response ${code}`;
    const described = [
      ...(contents ?? []).map(({ mediaType, schema }) => ({ where: `${start}, ${mediaType}`, schema })),
      ...(headers ?? []).map(({ name, schema }) => ({ where: `${start}, header ${name}`, schema })),
    ];
    return described.flatMap(({ where, schema }) =>
      schema === undefined ? [] : [{ where, schema, bundle }],
    );
  });
}

function toViolation({ path = [], code, message }: Diagnostic) {
  const [root, ...steps] = path;
  const keyword = code === undefined ? '' : String(code);
  return {
    kind: kindOf(root, message),
    /** The steps in the body (`0`, `id`), escaped as in a JSON pointer, or the name of the header; otherwise empty. */
    path: steps,
    /** The JSON Schema keyword: `type`, `required` …; empty for the status and the media type. */
    keyword,
    message,
  };
}

function kindOf(root: string | undefined, message: string): 'status' | 'media-type' | 'header' | 'body' {
  if (root === 'header' || root === 'body') return root;
  // Prism distinguishes these two only by their messages.
  return message.startsWith('The received media type') ? 'media-type' : 'status';
}

function silentLogger(): Logger {
  const silent: Logger = new Proxy({} as Logger, {
    get: (_target, name) => (name === 'child' ? () => silent : () => undefined),
  });
  return silent;
}

/**
 * Throws a `UserError` with every schema that cannot be compiled with Prism's options. Prism itself accepts every body
 * without a message if a schema cannot be compiled.
 */
export async function refuseBrokenSchemas(schemas: readonly PlacedSchema[]): Promise<void> {
  const { Ajv2020, formats } = await import('./prism-packages.ts');
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  const problems: Problem[] = [];
  for (const { where, schema, bundle } of schemas) {
    try {
      ajv.compile({ ...schema, __bundled__: bundle });
    } catch (error) {
      const what = `is a schema that cannot be compiled: ${(error as Error).message}`;
      problems.push({ where, what, expected: 'JSON Schema 2020-12' });
    }
  }
  if (problems.length > 0) throw new UserError(problems);
}
