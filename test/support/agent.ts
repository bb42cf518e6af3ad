import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

/** How a client speaks: by the current protocol, or as clients did in 2025. */
export type Era = 'auto' | 'legacy';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a result by asserting it.
type Loose = any;

export interface ToolResult {
  /** The structured content, or the problem. */
  body: Loose;
  isError: boolean;
  content: Loose[];
}

export const wdsPath = fileURLToPath(new URL('../../cli/dist/wds.cjs', import.meta.url));

const VERSION = '2026-07-28';

/** A call of a tool as one request of the current protocol, for tests that look at the whole answer. */
export function toolCall(name: string, input: Record<string, unknown>) {
  return message('tools/call', name, { name, arguments: input });
}

export function resourceRead(uri: string) {
  return message('resources/read', uri, { uri });
}

function message(method: string, name: string, params: Record<string, unknown>) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'test agent', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      'mcp-name': name,
    },
  };
}

/** A program that works through MCP, with the real client. */
export class Agent {
  private constructor(readonly client: Client) {}

  static async connect(
    { url, token }: { url: string; token: string | undefined },
    { name = 'test agent', era = 'auto' as Era, tools = '', answers = 'described' } = {},
  ): Promise<Agent> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(
      new URL(`${url}/mcp?${new URLSearchParams({ answers, ...(tools && { tools }) })}`),
      { requestInit: { headers } },
    );
    return await Agent.#over(transport, name, era);
  }

  /** Through the command `wds mcp`, which the client starts. */
  static async connectByCommand(
    { url, token = '' }: { url: string; token: string | undefined },
    { name = 'test agent', era = 'auto' as Era, args = [] as string[] } = {},
  ): Promise<Agent> {
    const env = { PATH: process.env.PATH ?? '', WDS_URL: url, WDS_TOKEN: token };
    const command = { command: process.execPath, args: [wdsPath, 'mcp', ...args], env };
    return await Agent.#over(new StdioClientTransport(command), name, era);
  }

  static async #over(transport: Transport, name: string, era: Era): Promise<Agent> {
    const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: era } });
    await client.connect(transport);
    onTestFinished(() => client.close());
    // The client checks answers by the schemas that it knows.
    await client.listTools();
    return new Agent(client);
  }

  async call(name: string, input: Record<string, unknown> = {}): Promise<ToolResult> {
    const {
      structuredContent,
      content,
      isError = false,
    } = await this.client.callTool({ name, arguments: input });
    const [first] = content as { type: string; text?: string }[];
    return { body: structuredContent ?? JSON.parse(first?.text ?? 'null'), isError, content };
  }
}
