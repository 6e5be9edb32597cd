import { UserError } from '../../shared/user-error.ts';
import type { PlannedRequest } from '../wire/exchange.ts';
import type { OpenApiDocument } from './document.ts';
import type { PlacedSchema } from './schemas.ts';

/** An answer in the form in which Prism can judge it. */
export type PrismResponse = {
  readonly statusCode: number;
  /** Names in lower case, one value each. */
  readonly headers: { readonly [name: string]: string };
  /** The parsed body. */
  readonly body?: unknown;
};

/** What Prism holds against an answer. */
export type PrismViolation = {
  readonly kind: 'status' | 'media-type' | 'header' | 'body';
  /** The steps below the body (`0`, `id`), escaped as in a JSON pointer; the name of the header; else empty. */
  readonly path: readonly string[];
  /** The JSON Schema keyword: `type`, `required` …; empty for status and media type. */
  readonly keyword: string;
  readonly message: string;
};

/** An operation of the document. */
export type PrismOperation = {
  readonly operationId: string | undefined;
  readonly method: string;
  readonly path: string;
  /** `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
};

/** Prism, set up on one document. */
export type Prism = {
  readonly operations: readonly PrismOperation[];
  readonly schemas: readonly PlacedSchema[];
  /** Judges an answer that we hold: Prism sends nothing. */
  judge(request: PlannedRequest, answer: PrismResponse): Promise<readonly PrismViolation[]>;
};

const config = {
  isProxy: true,
  // Nothing is ever sent there.
  upstream: new URL('http://127.0.0.1/'),
  upstreamProxy: undefined,
  mock: { dynamic: false },
  errors: false,
  validateRequest: false,
  validateResponse: true,
  checkSecurity: false,
} as const;

/** Sets Prism up on a document. Throws a `UserError` (`where` names the document) when Prism cannot read it. */
export async function openPrism(document: OpenApiDocument, where: string): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http');
  const operations = await readOperations(getHttpOperationsFromSpec, document, where);
  return {
    operations: operations.map(describe),
    schemas: operations.flatMap((operation) => schemasOf(operation, where)),
    async judge(request, answer) {
      const prism = createInstance(config, {
        logger: silentLogger(),
        forward: () => () => async () => right(answer),
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

type PrismHttp = typeof import('@stoplight/prism-http');
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
    // Prism changes the object that it is given.
    return await read(structuredClone(document));
  } catch (error) {
    const what = `cannot be used: ${(error as Error).message}`;
    throw new UserError({ where, what, expected: 'an OpenAPI document of version 3.1' });
  }
}

function right<T>(value: T): { readonly _tag: 'Right'; readonly right: T } {
  return { _tag: 'Right', right: value };
}

function describe(operation: Operation): PrismOperation {
  const { iid, method, path, responses } = operation;
  return {
    operationId: iid,
    method: method.toUpperCase(),
    path,
    statuses: responses.map(({ code }) => code),
  };
}

function schemasOf(operation: Operation, document: string): PlacedSchema[] {
  const bundle = (operation as { readonly __bundled__?: unknown }).__bundled__;
  return operation.responses.flatMap(({ code, contents, headers }) => {
    const start = `${document}: ${operation.method.toUpperCase()} ${operation.path}, response ${code}`;
    const ofContents = (contents ?? []).map(({ mediaType, schema }) => ({
      where: `${start}, ${mediaType}`,
      schema,
    }));
    const ofHeaders = (headers ?? []).map(({ name, schema }) => ({
      where: `${start}, header ${name}`,
      schema,
    }));
    return [...ofContents, ...ofHeaders].flatMap(({ where, schema }) =>
      schema === undefined ? [] : [{ where, schema, bundle }],
    );
  });
}

function toViolation({ path = [], code, message }: Diagnostic): PrismViolation {
  const [root, ...steps] = path;
  const keyword = code === undefined ? '' : String(code);
  return { kind: kindOf(root, message), path: steps, keyword, message };
}

function kindOf(root: string | undefined, message: string): PrismViolation['kind'] {
  if (root === 'header' || root === 'body') return root;
  // Prism tells these two apart by their words alone.
  return message.startsWith('The received media type') ? 'media-type' : 'status';
}

function silentLogger(): Logger {
  const silent: Logger = new Proxy({} as Logger, {
    get: (_target, name) => (name === 'child' ? () => silent : () => undefined),
  });
  return silent;
}
