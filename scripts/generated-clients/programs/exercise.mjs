// What each client does: list, cancel the first order by the id that the list gave, cancel others, list with a wrong key.
// `open(url, key)` returns `list()` → ids and quantities, and `cancel(id)` → the status or the error that a caller sees.
export async function exercise(open) {
  const [url, key, others] = process.argv.slice(2);
  const seen = {};
  const step = async (name, run) => {
    try {
      seen[name] = await run();
    } catch (error) {
      seen[name] = `throws ${error?.status ?? error?.response?.status ?? error?.name ?? typeof error}`;
    }
  };
  const client = open(url, key);
  let ids = [];
  await step('list', async () => {
    const orders = await client.list();
    ids = orders.map(({ id }) => id);
    return orders.map(({ id, quantity }) => `${id}×${quantity}`).join(' ');
  });
  await step('cancel', () => client.cancel(ids[0] ?? 1));
  for (const id of JSON.parse(others)) await step(`cancel ${id}`, () => client.cancel(id));
  await step('wrong key', () =>
    open(url, 'wrong')
      .list()
      .then(({ length }) => `${length} orders`),
  );
  console.log(JSON.stringify(seen));
}
