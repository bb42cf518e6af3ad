import type { Message } from './json-rpc.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Which field of a request over HTTP is repeated in the header `Mcp-Name`. */
const namedBy: Partial<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** What MCP over HTTP says in headers, and MCP over standard input does not. */
export class SessionHeaders {
  /** Protocols before 2026-07-28 agree on a version, and on a session, once. */
  #agreed: Record<string, string> = {};

  of({ method = '', params = {} }: Message): Record<string, string> {
    if (method === 'initialize') return {};
    const { [VERSION]: version } = (params._meta ?? {}) as Record<string, unknown>;
    if (typeof version !== 'string') return this.#agreed;
    const name = params[namedBy[method] ?? ''];
    return {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
    };
  }

  /** Keeps what the answer to `initialize` says. */
  agree({ result }: Message, sessionId: string | null): void {
    this.#agreed = {
      ...(typeof result?.protocolVersion === 'string' && { 'mcp-protocol-version': result.protocolVersion }),
      ...(sessionId !== null && { 'mcp-session-id': sessionId }),
    };
  }
}

/** As the protocol encodes what a header cannot have. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
