import { sendJson } from './service.mjs';

const VERSION = '2026-07-28';

/** Calls the tools of agents, with a token of its own; returns what a tool answers. */
export async function startAgent(url, api) {
  const scopes = ['workbooks:write'];
  const { token } = await api('POST', '/api/v1/me/tokens', {
    name: 'agent',
    scopes,
    rate_limit_per_minute: 10_000,
  });
  const authorization = `Bearer ${token}`;
  const call = async (name, input) => {
    const method = 'tools/call';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = {
      authorization,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      'mcp-name': name,
    };
    const message = { jsonrpc: '2.0', id: 1, method, params: { name, arguments: input, _meta } };
    const { text } = await sendJson(`${url}/mcp`, 'POST', headers, message);
    const { result, error } = JSON.parse(text);
    if (error || result.isError) throw new Error(error?.message ?? result.content[0].text);
    return result.structuredContent;
  };
  /** A file, such as the picture of a chart. */
  const download = async (path) => {
    const response = await fetch(url + path, { headers: { authorization } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  };
  return { call, download };
}
