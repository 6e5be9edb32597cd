import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, test } from 'vitest';
import { scenarioJsonSchemaId } from '../../../src/simulator/scenarios/scenario-schema.ts';
import { mapPort } from '../../helpers/map-port.ts';
import { controlToken, openTestSimulator, stagingKey, testKey } from '../../helpers/open-test-simulator.ts';

/** What Chromium and Firefox send when a person opens an address. */
const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

type Node = DefaultTreeAdapterTypes.Node;

function elements(node: Node, name: string): readonly DefaultTreeAdapterTypes.Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap((child) => elements(child, name)) : [];
  return 'tagName' in node && (name === '*' || node.tagName === name) ? [node, ...inside] : inside;
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

async function openPage(origin: string) {
  const response = await fetch(`${origin}/`, { headers: browser });
  const html = await response.text();
  return { response, html, document: parse(html) };
}

test('a browser gets a page with the addresses of the service and a curl for each port', async () => {
  await using simulator = await openTestSimulator();
  const { controlUrl, serviceOrigin } = simulator;
  const { response, document } = await openPage(controlUrl);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(elements(document, 'code').map(textOf)).toEqual(
    expect.arrayContaining([`${serviceOrigin}/v1`, `${serviceOrigin}/staging/v1`]),
  );
  expect(elements(document, 'pre').map(textOf)).toEqual([
    `curl -H "Authorization: Bearer API_KEY" ${serviceOrigin}/v1/store/orders`,
    `curl -H "Authorization: Bearer TOKEN" ${controlUrl}/environments`,
  ]);
});

test('every link of the page leads to a document without a token', async () => {
  await using simulator = await openTestSimulator();
  const { document } = await openPage(simulator.controlUrl);
  const links = elements(document, 'a').map(({ attrs }) => attrs.find(({ name }) => name === 'href')?.value);
  expect(links).toHaveLength(4);
  for (const link of links) {
    const response = await fetch(new URL(link ?? '', `${simulator.controlUrl}/`));
    expect([link, response.status]).toEqual([link, 200]);
    expect((await response.text()).length).toBeGreaterThan(500);
  }
});

test('the page contains no script and no secret, and its policy allows only its own style', async () => {
  await using simulator = await openTestSimulator();
  const { response, html, document } = await openPage(simulator.controlUrl);
  for (const secret of [controlToken, testKey, stagingKey]) expect(html).not.toContain(secret);
  const policy = response.headers.get('content-security-policy') ?? '';
  const [style] = elements(document, 'style').map(textOf);
  const hash = createHash('sha256')
    .update(style ?? '')
    .digest('base64');
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  const names = new Set(elements(document, '*').map(({ tagName }) => tagName));
  for (const name of ['script', 'iframe', 'img', 'form', 'link', 'object']) expect(names).not.toContain(name);
  const attributes = elements(document, '*').flatMap(({ attrs }) => attrs.map(({ name }) => name));
  expect(attributes.filter((name) => /^on|^style$/.test(name))).toEqual([]);
});

test('another client gets the same addresses as JSON', async () => {
  await using simulator = await openTestSimulator();
  const response = await fetch(`${simulator.controlUrl}/`);
  expect(await response.json()).toMatchObject({
    name: 'store-orders-sim',
    environments: [
      { name: 'production', path: '/v1', baseUrl: simulator.baseUrl },
      { name: 'staging', path: '/staging/v1', baseUrl: simulator.stagingBaseUrl },
    ],
    documents: expect.arrayContaining([{ name: 'control', path: '/openapi/control.yaml' }]),
  });
});

test('with a mapped port the page shows paths and a note instead of addresses', async () => {
  await using simulator = await openTestSimulator();
  await using mapped = await mapPort(simulator.controlUrl);
  const { document, html } = await openPage(mapped.origin);
  expect(html).not.toContain(new URL(simulator.serviceOrigin).host);
  expect(elements(document, 'code').map(textOf)).toEqual(expect.arrayContaining(['/v1', '/staging/v1']));
  expect(elements(document, 'p').map(textOf).join()).toContain('SIM_PUBLIC_URL');
  expect(elements(document, 'pre').map(textOf)[1]).toContain(`${mapped.origin}/environments`);
});

test('a public address with characters of HTML stays text', async () => {
  await using simulator = await openTestSimulator({ publicUrl: "http://a.test/<script>'&" });
  const { document } = await openPage(simulator.controlUrl);
  expect(elements(document, 'script')).toEqual([]);
  expect(elements(document, 'code').map(textOf)).toContain("http://a.test/<script>'&/v1");
});

test('the schema of scenarios is served as it is published, with its identifier', async () => {
  await using simulator = await openTestSimulator();
  const response = await fetch(`${simulator.controlUrl}/openapi/scenario.schema.json`);
  expect(response.headers.get('content-type')).toBe('application/schema+json');
  const schema = JSON.parse(await response.text());
  expect(schema.$id).toBe(scenarioJsonSchemaId);
  const validate = new Ajv2020({ validateFormats: false }).compile(schema);
  expect([validate({ orders: [{ id: 1 }] }), validate({ ordrs: [] })]).toEqual([true, false]);
});
