import type { PlannedRequest } from '../exchange.ts';

/** A response in the form that Prism can judge. */
export type PrismResponse = {
  readonly statusCode: number;
  /** Names in lower case, one value each. */
  readonly headers: { readonly [name: string]: string };
  readonly body?: unknown;
};

export type PrismViolation = ReturnType<typeof toViolation>;

type PrismOperation = ReturnType<typeof describe>;

export type Prism = {
  readonly operations: readonly PrismOperation[];
  /** Judges a response that was already received. Prism sends nothing. */
  judge(request: PlannedRequest, response: PrismResponse): Promise<readonly PrismViolation[]>;
};

const dialect = 'https://json-schema.org/draft/2020-12/schema';

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

/** Opens a document with Prism. Prism accepts every body without a message if a schema cannot be compiled: a test compiles them. */
export async function openPrism(document: object): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await import('./prism-packages.ts');
  // Without this dialect, Prism reads the schemas as draft 7 and limits int64 to the integers of a double.
  const operations = await getHttpOperationsFromSpec({ ...document, jsonSchemaDialect: dialect });
  const judge: Prism['judge'] = async (request, response) => {
    const prism = createInstance(config, {
      logger: silentLogger(),
      forward: () => () => async () => right(response),
    });
    const url = { path: request.path };
    const method = request.method === 'GET' ? 'get' : 'delete';
    const result = await prism.request({ method, url }, operations)();
    if (result._tag === 'Left') throw result.left;
    const { input, output } = result.right.validations;
    if (input.length > 0) throw new Error(`Prism finds no operation for ${request.method} ${request.path}.`);
    return output.map(toViolation);
  };
  return {
    operations: operations.map(describe),
    judge,
  };
}

type PrismHttp = typeof import('./prism-packages.ts');
type Instance = ReturnType<PrismHttp['createInstance']>;
type Operation = Parameters<Instance['request']>[1][number];
type Outcome = Awaited<ReturnType<ReturnType<Instance['request']>>>;
type Diagnostic = (Outcome & { _tag: 'Right' })['right']['validations']['output'][number];
type Logger = Parameters<PrismHttp['createInstance']>[1]['logger'];

function right<T>(value: T): { readonly _tag: 'Right'; readonly right: T } {
  return { _tag: 'Right', right: value };
}

function describe(operation: Operation) {
  const { iid, method, path, responses } = operation;
  return {
    operationId: iid,
    method: method.toUpperCase(),
    path,
    /** `200` */
    statuses: responses.map(({ code }) => code),
  };
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
