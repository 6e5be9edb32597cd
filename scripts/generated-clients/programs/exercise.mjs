// What each client does: list, cancel the order of the list that is none of the others, cancel the others, list again, list with
// a wrong key. `open(url, key)` returns `list()` → ids and quantities, and `cancel(id)` → the status or the error that a caller
// sees. With several attempts, the caller is careful: it repeats what failed without a final status after a pause, looks into
// the list before it repeats a cancel, and takes a refusal after that for an answer that is not clear.
export async function exercise(open) {
  const [url, key, others, , attempts = '1'] = process.argv.slice(2);
  const seen = {};
  const step = async (name, run, look = () => {}) => {
    let lost = false;
    for (let left = Number(attempts); left > 0; left--) {
      try {
        seen[name] = await run();
        return;
      } catch (error) {
        const given = error?.status ?? error?.response?.status;
        // An error about a body that was cut short can have the status 200.
        const status = given >= 400 ? given : undefined;
        seen[name] = lost && [404, 409].includes(status) ? 'unclear' : `throws ${status ?? error?.name}`;
        if (left === 1 || (status < 500 && status !== 429)) return;
        lost ||= status === undefined;
        await new Promise((resolve) => setTimeout(resolve, 1_100));
        await look();
      }
    }
  };
  const client = open(url, key);
  const cancelled = JSON.parse(others);
  let first = 1;
  await step('list', async () => {
    const orders = await client.list();
    first = orders.find(({ id }) => !cancelled.includes(Number(id)))?.id ?? first;
    return orders.map(({ id, quantity }) => `${id}×${quantity}`).join(' ');
  });
  const look = () => client.list().catch(() => []);
  await step('cancel', () => client.cancel(first), look);
  for (const id of cancelled) await step(`cancel ${id}`, () => client.cancel(id), look);
  await step('list again', async () => {
    await client.list();
    return 'read';
  });
  await step('wrong key', () =>
    open(url, 'wrong')
      .list()
      .then(({ length }) => `${length} orders`),
  );
  console.log(JSON.stringify(seen));
}
