import { type CollectionRequest, collectionFolders, variables } from './collection.ts';

/** Returns the collection in the format of Bruno: the text of each file by its path. */
export function brunoCollection(): ReadonlyMap<string, string> {
  const manifest = { version: '1', name: 'store-orders-sim', type: 'collection', ignore: [] };
  const vars = Object.entries(variables).filter(([name]) => name !== 'controlToken');
  const files = new Map([
    ['bruno.json', `${JSON.stringify(manifest, null, 2)}\n`],
    [
      'environments/local.bru',
      text(
        block(
          'vars',
          vars.map(([name, value]) => `${name}: ${value}`),
        ),
        'vars:secret [\n  controlToken\n]',
      ),
    ],
  ]);
  for (const [index, { name, requests }] of collectionFolders().entries()) {
    const folder = name.toLowerCase().replace(/\W+/g, '-');
    files.set(`${folder}/folder.bru`, text(block('meta', [`name: ${name}`, `seq: ${index + 1}`])));
    for (const [at, request] of requests.entries())
      files.set(`${folder}/${request.id}.bru`, file(request, at + 1));
  }
  return files;
}

function file(request: CollectionRequest, seq: number): string {
  const { name, description, method, url, query, token, body, statuses } = request;
  const enabled = query.filter((one) => one.enabled).map((one) => `${one.name}=${one.value}`);
  const address = [url, ...(enabled.length > 0 ? [enabled.join('&')] : [])].join('?');
  const parameters = query.map((one) => `${one.enabled ? '' : '~'}${one.name}: ${one.value}`);
  return text(
    block('meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [
      `url: ${address}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      `auth: ${token === undefined ? 'none' : 'bearer'}`,
    ]),
    parameters.length > 0 ? block('params:query', parameters) : '',
    token === undefined ? '' : block('auth:bearer', [`token: {{${token}}}`]),
    body === undefined ? '' : block('body:json', body.split('\n')),
    block('assert', [`res.status: in [${statuses.join(', ')}]`]),
    description === '' ? '' : block('docs', description.split('\n')),
  );
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}`;
}

function text(...blocks: readonly string[]): string {
  return `${blocks.filter((one) => one !== '').join('\n\n')}\n`;
}
