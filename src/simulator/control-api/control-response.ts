import type { ServerResponse } from 'node:http';
import { writeJson } from '../../shared/json.ts';
import { startStallTimeout } from '../server/stall-timeout.ts';

/** An answer of the control API as a value: handlers make it, one place writes it. */
export type ControlResponse = {
  readonly status: number;
  /** Names and values in turns, without Content-Type and Content-Length. */
  readonly headers?: readonly string[];
} & ({ readonly json: unknown } | { readonly text: string; readonly type: string });

/** 200 with a JSON body. A bigint becomes an integer with exactly its digits. */
export function ok(json: unknown): ControlResponse {
  return { status: 200, json };
}

/** 201 with a JSON body. */
export function created(json: unknown): ControlResponse {
  return { status: 201, json };
}

/** 200 with a YAML document. */
export function yaml(text: string): ControlResponse {
  return { status: 200, text, type: 'application/yaml' };
}

/** Writes an answer: JSON with an indent and a line's end, since people read it in a terminal; nothing is cached. */
export function sendResponse(response: ServerResponse, answer: ControlResponse): void {
  if (response.destroyed) return;
  const [type, text] =
    'json' in answer ? ['application/json', `${writeJson(answer.json, 2)}\n`] : [answer.type, answer.text];
  const body = Buffer.from(text, 'utf8');
  const fixed = ['Content-Type', type, 'Content-Length', `${body.length}`];
  const safe = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  response.writeHead(answer.status, [...fixed, ...safe, ...(answer.headers ?? [])]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
  startStallTimeout(response);
}
