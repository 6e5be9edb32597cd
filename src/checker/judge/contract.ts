import { fileURLToPath } from 'node:url';
import { type Problem, UserError } from '../../shared/user-error.ts';
import { packageRoot } from '../../shared/version.ts';
import type { OperationId } from '../wire/exchange.ts';
import type { HideKey } from '../wire/hide-key.ts';
import { readOpenApiDocument } from './document.ts';
import { judgeExchange } from './judge-exchange.ts';
import type { Contract } from './judgement.ts';
import { type SurveyList, surveyList } from './list-survey.ts';
import { openPrism, type Prism, type PrismOperation } from './prism.ts';
import { refuseBrokenSchemas } from './schemas.ts';

/** The operations that a document must have to be judged by. */
const wanted: Readonly<
  Record<OperationId, { readonly method: string; readonly path: RegExp; readonly form: string }>
> = {
  listOrders: { method: 'GET', path: /^\/store\/orders$/, form: 'GET /store/orders' },
  cancelOrder: {
    method: 'DELETE',
    path: /^\/store\/orders\/\{[^{}/]+\}$/,
    form: 'DELETE /store/orders/{orderId}',
  },
};

/** What `openContract` may be told. */
export type ContractSettings = {
  /** Hides the key in what findings show; nothing is hidden without it. */
  readonly hide?: HideKey | undefined;
  /** Surveys lists; to be given where others want the same surveys. */
  readonly survey?: SurveyList | undefined;
};

/**
 * Opens an OpenAPI document, that of this package unless a path is given, and makes it ready to judge exchanges. Throws a
 * `UserError` when the document cannot be read, refers to others, has a schema that cannot be compiled, or lacks
 * `listOrders` or `cancelOrder`.
 */
export async function openContract(document?: string, settings: ContractSettings = {}): Promise<Contract> {
  const path = document ?? ownDocument;
  const prism = await (document === undefined ? openOwn() : openChecked(path));
  const { survey = surveyList } = settings;
  const hide = settings.hide ?? ((text: string): string => text);
  const documents = (operationId: OperationId, status: number): boolean =>
    prism.operations.some(
      (operation) => operation.operationId === operationId && hasStatus(operation, status),
    );
  return {
    documentPath: path,
    documents,
    judge: (exchange) => judgeExchange(exchange, { prism, documents, hide, survey }),
  };
}

const ownDocument = fileURLToPath(new URL('openapi/store-orders.yaml', packageRoot));

/**
 * Our own document never changes, and to open it and compile its schemas takes longer than most checks do: it is opened
 * once in a process, however many checks there are. Of no use is a failure, such as a want of file descriptors.
 */
let own: Promise<Prism> | undefined;

function openOwn(): Promise<Prism> {
  own ??= openChecked(ownDocument).catch((error: unknown) => {
    own = undefined;
    throw error;
  });
  return own;
}

async function openChecked(path: string): Promise<Prism> {
  const prism = await openPrism(await readOpenApiDocument(path), path);
  refuseMissingOperations(prism.operations, path);
  await refuseBrokenSchemas(prism.schemas);
  return prism;
}

function refuseMissingOperations(operations: readonly PrismOperation[], path: string): void {
  const problems = Object.entries(wanted).flatMap(([id, { method, path: shape, form }]): Problem[] => {
    const found = operations.find(({ operationId }) => operationId === id);
    if (found === undefined) return [{ where: path, what: `has no operation ${id}`, expected: form }];
    if (found.method === method && shape.test(found.path)) return [];
    return [{ where: path, what: `has ${id} as ${found.method} ${found.path}`, expected: form }];
  });
  if (problems.length > 0) throw new UserError(problems);
}

function hasStatus({ statuses }: PrismOperation, status: number): boolean {
  const code = String(status);
  return statuses.some((one) => one === code || one === 'default' || one.toUpperCase() === `${code[0]}XX`);
}
