import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { loadOnce } from '../load-once.ts';
import { createSecrets, type Secrets } from '../secrets/secrets.ts';
import { packageRoot } from '../version.ts';
import type { Exchange } from './exchange.ts';
import { observeGaps } from './gaps/gaps.ts';
import { type Judgement, judgeExchange, type Known } from './judge/judge.ts';
import { createSurvey } from './judge/list-survey.ts';
import { orderListReader, type ReadOrderList } from './judge/order-list.ts';
import { openPrism } from './judge/prism.ts';
import type { GapObservation } from './report.ts';

export type Contract = {
  judge(exchange: Exchange, known?: Known): Judgement;
  observe(exchange: Exchange): readonly GapObservation[];
  readonly readList: ReadOrderList;
};

/**
 * Opens the OpenAPI document of this package to judge exchanges.
 *
 * @param hide hides the key in findings
 */
export async function openContract(hide: Secrets['hide'] = createSecrets([]).hide): Promise<Contract> {
  const judgeShape = await openOwn();
  const survey = createSurvey((list) => judgeShape('listOrders', 200, list));
  return {
    judge: (exchange, known) => judgeExchange(exchange, { judgeShape, hide, survey }, known),
    observe: (exchange) => observeGaps(exchange, survey),
    readList: orderListReader(survey),
  };
}

/** The document never changes, and takes longer to open than most checks. */
const openOwn = loadOnce(async () => {
  const path = fileURLToPath(new URL('openapi/store-orders.yaml', packageRoot));
  return openPrism(parse(await readFile(path, 'utf8')) as object);
});
