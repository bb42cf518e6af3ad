import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { plainCall } from './plain-call.js';

const accept = 'application/json, text/event-stream';
const http = { accept, 'content-type': 'application/json' };
const version = 'io.modelcontextprotocol/protocolVersion';
const meta = {
  [version]: '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const headers = {
  ...http,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'query',
};
const call = (params: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
const current = call({ name: 'query', arguments: { a: 1 }, _meta: meta });
const earlier = call({ name: 'query' });

test('a call is recognized, of the current protocol and of those before it', () => {
  expect(plainCall(headers, current)).toMatchObject({ id: 7, arguments: { a: 1 }, isCurrent: true });
  for (const at of [undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
    expect(plainCall({ ...http, ...(at && { 'mcp-protocol-version': at }) }, earlier)).toMatchObject({
      name: 'query',
      arguments: {},
      isCurrent: false,
    });
});

test.each<[what: string, headers: IncomingHttpHeaders, message: unknown]>([
  ['another method', headers, { ...current, method: 'tools/list' }],
  ['a notification', headers, { ...current, id: undefined }],
  ['no JSON-RPC', headers, { ...current, jsonrpc: '1.0' }],
  ['no object', headers, null],
  ['another name in the header', { ...headers, 'mcp-name': 'list_tables' }, current],
  ['another method in the header', { ...headers, 'mcp-method': 'tools/list' }, current],
  [
    'another version in the envelope',
    headers,
    call({ name: 'query', _meta: { ...meta, [version]: '2025-11-25' } }),
  ],
  ['no envelope', headers, earlier],
  ['an envelope in an earlier protocol', { ...http, 'mcp-protocol-version': '2025-11-25' }, current],
  ['an unknown version', { ...http, 'mcp-protocol-version': '2031-01-01' }, earlier],
  ['a client that takes no events', { ...http, accept: 'application/json' }, earlier],
  ['arguments that are no object', http, call({ name: 'query', arguments: [] })],
])('%s is left to the SDK', (_, sent, message) => {
  expect(plainCall(sent, message)).toBeUndefined();
});
