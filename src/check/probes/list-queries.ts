/** Parameters that a target could use to filter the list: each of them would select few orders or none. */
const filters = ['status=cancelled', 'complete=true', 'petId=7403919220', 'quantity=739391', 'id=7403919220'];

/** The usual names of the number of orders on a page. */
const sizes = [
  'limit',
  'size',
  'per_page',
  'perPage',
  'pageSize',
  'page_size',
  'page%5Bsize%5D',
  '$top',
  'first',
  'count',
  'take',
  'max',
].map((name) => `${name}=1`);

/** The usual names of the place where a page begins. */
const places = ['page', 'page%5Bnumber%5D', 'offset', 'cursor', 'after', 'start', 'skip', '$skip'].map(
  (name) => `${name}=2`,
);

/** Every parameter. They are sent together, because each of them would shorten a list with orders. */
export const allParameters: readonly string[] = [...filters, ...sizes, ...places];

/** Sent in addition if every order is complete. */
export const otherFilters = 'status=pending&complete=false';

/** Sent one by one to a target that refuses them together, because it may refuse only some of them. */
export const singleParameters: readonly string[] = allParameters.filter((parameter) =>
  /^(?:status|complete|petId|quantity|limit|per_page|pageSize|page%5Bsize%5D|\$top|page|offset|cursor)=/.test(
    parameter,
  ),
);
