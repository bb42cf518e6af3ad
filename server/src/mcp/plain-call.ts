import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_INFO } from './client-name.js';

const CURRENT = '2026-07-28';
const earlier: readonly (string | undefined)[] = [
  undefined,
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** A call of a tool, as a client sends it. */
export interface PlainCall {
  id: string | number;
  name: string;
  arguments: Record<string, unknown>;
  meta: Record<string, unknown>;
  /** Whether it is of the current protocol, not of those before it. */
  isCurrent: boolean;
}

/**
 * The call in a message in which everything is as the protocol says. Any other message is undefined, and is left to
 * the SDK, which knows what each version of the protocol answers to it.
 */
export function plainCall(headers: IncomingHttpHeaders, message: unknown): PlainCall | undefined {
  if (!isObject(message) || message.jsonrpc !== '2.0' || message.method !== 'tools/call') return undefined;
  const { id, params } = message;
  if ((typeof id !== 'string' && !Number.isInteger(id)) || !isObject(params)) return undefined;
  const { name, arguments: input = {}, _meta: meta = {} } = params;
  if (typeof name !== 'string' || !isObject(input) || !isObject(meta) || !acceptsBoth(headers))
    return undefined;
  const isCurrent = headers['mcp-protocol-version'] === CURRENT;
  if (isCurrent ? !isEnveloped(headers, name, meta) : !isOfEarlier(headers, meta)) return undefined;
  return { id: id as string | number, name, arguments: input, meta, isCurrent };
}

function isEnveloped(headers: IncomingHttpHeaders, name: string, meta: Record<string, unknown>): boolean {
  const client = meta[CLIENT_INFO];
  return (
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    meta[VERSION] === CURRENT &&
    isObject(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    isObject(meta[CAPABILITIES])
  );
}

function isOfEarlier(headers: IncomingHttpHeaders, meta: Record<string, unknown>): boolean {
  return earlier.includes(headers['mcp-protocol-version'] as string | undefined) && !(VERSION in meta);
}

function acceptsBoth({ accept = '', 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return (
    type.startsWith('application/json') &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
