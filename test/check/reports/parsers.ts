import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { SaxesParser } from 'saxes';

const ours = JSON.parse(
  readFileSync(new URL('../../../docs/reference/report.schema.json', import.meta.url), 'utf8'),
);
const validReport = new Ajv2020({ strict: true, allErrors: true }).compile(ours);

/** Returns the errors of a JSON report by `docs/reference/report.schema.json`. */
export function reportErrors(json: string): unknown {
  return validReport(JSON.parse(json)) ? [] : validReport.errors;
}

/** Returns the elements of an XML document with their attributes. Throws if it is not well-formed. */
export function readXml(
  xml: string,
): readonly { readonly name: string; readonly attributes: Record<string, string> }[] {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes: { ...attributes } }));
  parser.write(xml).close();
  return elements;
}

type HtmlNode = DefaultTreeAdapterMap['node'];
type HtmlElement = { readonly name: string; readonly attributes: Record<string, string> };

function elementsBelow(node: HtmlNode): readonly HtmlElement[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsBelow) : [];
  if (!('tagName' in node)) return children;
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ name: node.tagName, attributes }, ...children];
}

/** Returns the elements of an HTML page as a browser parses it. Throws at the first parse error. */
export function readHtml(html: string): readonly HtmlElement[] {
  const page = parse(html, {
    onParseError: ({ code, startLine }) => {
      throw new Error(`${code} in line ${startLine}`);
    },
  });
  return elementsBelow(page);
}
