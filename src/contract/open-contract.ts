import { fileURLToPath } from 'node:url';
import { loadOnce } from '../load-once.ts';
import { createSecrets, type Secrets } from '../secrets/secrets.ts';
import { type Problem, UserError } from '../user-error.ts';
import { packageRoot } from '../version.ts';
import type { Exchange, OperationId, OrderOperationId } from './exchange.ts';
import { observeGaps } from './gaps/gaps.ts';
import { readOpenApiDocument } from './judge/document.ts';
import { judgeExchange } from './judge/judge-exchange.ts';
import type { Judge } from './judge/judgement.ts';
import { surveyList, surveyOnce } from './judge/list-survey.ts';
import { orderListReader, type ReadOrderList } from './judge/order-list.ts';
import { openPrism, type Prism, type PrismOperation, refuseBrokenSchemas } from './judge/prism.ts';
import type { GapObservation } from './report.ts';

const requiredOperations: Readonly<Record<OrderOperationId, string>> = {
  listOrders: 'GET /store/orders',
  cancelOrder: 'DELETE /store/orders/{orderId}',
};

export type Contract = {
  /** Judges an exchange by its own content: see `judgeExchange`. */
  readonly judge: Judge;
  observe(exchange: Exchange): readonly GapObservation[];
  readonly readList: ReadOrderList;
};

/**
 * Opens an OpenAPI document to judge exchanges. The default is the document of this package. Throws a `UserError` if the
 * document cannot be read, has external references or a schema that cannot be compiled, or has no `listOrders` or
 * `cancelOrder`.
 *
 * @param hide hides the key in findings
 */
export async function openContract(
  document?: string,
  hide: Secrets['hide'] = createSecrets([]).hide,
): Promise<Contract> {
  const prism = await (document === undefined ? openOwn() : openChecked(document));
  const survey = surveyOnce(surveyList);
  const documents = (operationId: OperationId, status: number): boolean =>
    prism.operations.some(
      (operation) => operation.operationId === operationId && hasStatus(operation, status),
    );
  return {
    judge: (exchange) => judgeExchange(exchange, { prism, documents, hide, survey }),
    observe: (exchange) => observeGaps(exchange, survey),
    readList: orderListReader(survey),
  };
}

const ownDocument = fileURLToPath(new URL('openapi/store-orders.yaml', packageRoot));

/** The document of this package never changes, and takes longer to open than most checks. */
const openOwn = loadOnce(() => openChecked(ownDocument));

async function openChecked(path: string): Promise<Prism> {
  const prism = await openPrism(await readOpenApiDocument(path), path);
  refuseMissingOperations(prism.operations, path);
  await refuseBrokenSchemas(prism.schemas);
  return prism;
}

function refuseMissingOperations(operations: readonly PrismOperation[], path: string): void {
  const problems = Object.entries(requiredOperations).flatMap(([id, expected]): Problem[] => {
    const found = operations.find(({ operationId }) => operationId === id);
    if (found === undefined) return [{ where: path, what: `has no operation ${id}`, expected }];
    const given = `${found.method} ${found.path}`;
    // The parameter may have another name.
    const isSame = given.replace(/\{[^{}/]+\}/, '{orderId}') === expected;
    return isSame ? [] : [{ where: path, what: `has ${id} as ${given}`, expected }];
  });
  if (problems.length > 0) throw new UserError(problems);
}

function hasStatus({ statuses }: PrismOperation, status: number): boolean {
  const code = String(status);
  return statuses.some((one) => one === code || one === 'default' || one.toUpperCase() === `${code[0]}XX`);
}
