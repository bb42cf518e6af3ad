/** Where the service is, and the token that programs show. */
interface Access {
  address: string;
  token: string;
}

interface Snippet {
  /** As programmers call it, in every language. */
  name: string;
  code: (access: Access) => string;
}

/** The first call of a program: the workbooks that the token reaches. */
export const programs: readonly Snippet[] = [
  {
    name: 'curl',
    code: ({ address, token }) => `curl '${address}/api/v1/me/workbooks' \\
  -H 'authorization: Bearer ${token}'`,
  },
  {
    name: 'TypeScript',
    code: ({ address, token }) => `import { createClient } from '@workbook-data-service/client';
import { listMyWorkbooks } from '@workbook-data-service/client/api';

const client = createClient({ url: '${address}', token: '${token}' });
const { workbooks } = await listMyWorkbooks(client);
for await (const row of client.workbook(workbooks[0].id).table('sales').rows()) console.log(row);`,
  },
  {
    name: 'Python',
    code: ({ address, token }) => `import requests

session = requests.Session()
session.headers["Authorization"] = "Bearer ${token}"
answer = session.get("${address}/api/v1/me/workbooks")
answer.raise_for_status()
print([workbook["title"] for workbook in answer.json()["workbooks"]])`,
  },
];

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);
const headers = (token: string) => ({ Authorization: `Bearer ${token}` });

/** How programs that speak the Model Context Protocol are told of the service. */
export const agents: readonly Snippet[] = [
  {
    name: 'Claude Code',
    code: ({ address, token }) => `claude mcp add --transport http workbooks '${address}/mcp' \\
  --header 'Authorization: Bearer ${token}'`,
  },
  {
    name: 'VS Code',
    code: ({ address, token }) =>
      `code --add-mcp '${JSON.stringify({
        name: 'workbooks',
        type: 'http',
        url: `${address}/mcp`,
        headers: headers(token),
      })}'`,
  },
  {
    name: 'Cursor',
    code: ({ address, token }) =>
      `// ~/.cursor/mcp.json\n${asJson({
        mcpServers: { workbooks: { url: `${address}/mcp`, headers: headers(token) } },
      })}`,
  },
  {
    name: 'Codex',
    code: ({ address, token }) => `# ~/.codex/config.toml, with WORKBOOKS_TOKEN=${token} in the environment
[mcp_servers.workbooks]
url = "${address}/mcp"
bearer_token_env_var = "WORKBOOKS_TOKEN"`,
  },
  {
    name: 'stdio',
    code: ({ address, token }) =>
      asJson({
        mcpServers: {
          workbooks: {
            command: 'wds',
            args: ['mcp'],
            env: { WDS_URL: address, WDS_TOKEN: token },
          },
        },
      }),
  },
];
