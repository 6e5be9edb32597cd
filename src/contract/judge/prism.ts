import { headerValues } from '../exchange.ts';
import type { RuleId } from '../rules/rule-ids.ts';
import { plainValue, pointerStep } from './json-node.ts';
import { mediaTypeOf, type Received } from './received.ts';

/** A violation that Prism found: the rule that it breaks, its place in the response, and the words of Prism. */
export type PrismFinding = { readonly rule: RuleId; readonly where: string; readonly message: string };

/** Judges a response that was already received. Prism sends nothing. */
export type Prism = (received: Received) => Promise<readonly PrismFinding[]>;

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
  return async (received) => {
    const response = prismResponse(received);
    if (response === undefined) return [];
    const { method, path } = received.request;
    const prism = createInstance(config, {
      logger: silentLogger(),
      forward: () => () => async () => ({ _tag: 'Right', right: response }),
    });
    const request = { method: method === 'GET' ? 'get' : 'delete', url: { path } } as const;
    const result = await prism.request(request, operations)();
    if (result._tag === 'Left') throw result.left;
    const { input, output } = result.right.validations;
    if (input.length > 0) throw new Error(`Prism finds no operation for ${method} ${path}.`);
    return output.flatMap((diagnostic) => findingOf(diagnostic, received) ?? []);
  };
}

type PrismHttp = typeof import('./prism-packages.ts');
type Instance = ReturnType<PrismHttp['createInstance']>;
type Outcome = Awaited<ReturnType<ReturnType<Instance['request']>>>;
type Diagnostic = (Outcome & { _tag: 'Right' })['right']['validations']['output'][number];
type Logger = Parameters<PrismHttp['createInstance']>[1]['logger'];

/** Returns a response in the form that Prism can judge; undefined if its body cannot be read. */
function prismResponse(received: Received) {
  const { response, form, list, error } = received;
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of response.rawHeaders) {
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  // Prism throws for an invalid Content-Type, and for some valid ones.
  delete headers['content-type'];
  const media = mediaTypeOf(response);
  if (media !== undefined) headers['content-type'] = media.type;
  const described = { statusCode: response.status, headers };
  if (form !== 'list' && form !== 'error') return described;
  const root = form === 'list' ? list?.text.root : error?.root;
  if (root === undefined) return undefined;
  const body: unknown = form === 'list' && root.kind === 'array' ? list?.sample : plainValue(root);
  return { ...described, body };
}

/**
 * Undefined for what the rules judge better: the formats, since Prism reads numbers as doubles and rejects some leap seconds, and
 * the type of a response with several Content-Type headers, of which Prism sees one.
 */
function findingOf(
  { path: [root, ...steps] = [], code, message }: Diagnostic,
  { form, response }: Received,
): PrismFinding | undefined {
  if (root === 'header')
    return {
      rule: steps[0] === 'www-authenticate' ? 'R19' : 'R02',
      where: `header ${steps.join(' ')}`,
      message,
    };
  if (root === 'body') {
    const where = steps.map((step) => pointerStep(nameOf(step))).join('');
    const rule = form === 'error' ? 'R22' : steps.length < 2 ? 'R07' : 'R08';
    return code === 'format' ? undefined : { rule, where, message };
  }
  // Prism distinguishes these two only by their messages.
  if (!message.startsWith('The received media type')) return { rule: 'R03', where: 'status', message };
  const rule = form === 'list' ? 'R05' : 'R20';
  const isRepeated = headerValues(response.rawHeaders, 'content-type').length > 1;
  return isRepeated ? undefined : { rule, where: 'header Content-Type', message };
}

/** Returns the name of a step that is escaped as in a JSON pointer. */
function nameOf(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function silentLogger(): Logger {
  const silent: Logger = new Proxy({} as Logger, {
    get: (_target, name) => (name === 'child' ? () => silent : () => undefined),
  });
  return silent;
}
