import { expect, test } from 'vitest';
import { SessionHeaders } from './session-headers.js';

const current = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

test('a message of the current protocol says in headers what is in it', () => {
  const headers = new SessionHeaders();
  const call = { method: 'tools/call', params: { name: 'query', _meta: current } };
  const version = { 'mcp-protocol-version': '2026-07-28' };
  expect(headers.of(call)).toEqual({ ...version, 'mcp-method': 'tools/call', 'mcp-name': 'query' });
  const list = { method: 'tools/list', params: { _meta: current } };
  expect(headers.of(list)).toEqual({ ...version, 'mcp-method': 'tools/list' });
  const read = { method: 'resources/read', params: { uri: 'table://wb_1/売上', _meta: current } };
  expect(headers.of(read)['mcp-name']).toBe('=?base64?dGFibGU6Ly93Yl8xL+WjsuS4ig==?=');
});

test('messages of earlier protocols have the version and the session that were agreed on', () => {
  const headers = new SessionHeaders();
  expect(headers.of({ method: 'tools/list' })).toEqual({});
  headers.agree({ result: { protocolVersion: '2025-06-18' } }, 'session');
  const agreed = { 'mcp-protocol-version': '2025-06-18', 'mcp-session-id': 'session' };
  expect(headers.of({ method: 'tools/list' })).toEqual(agreed);
  expect(headers.of({ method: 'initialize' })).toEqual({});
});
