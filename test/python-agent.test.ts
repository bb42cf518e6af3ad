import { spawn, spawnSync } from 'node:child_process';
import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decideAt, signedInBrowser } from './support/app.js';
import { CalledService } from './support/service.js';

const python = process.env.PYTHON_PATH ?? 'python3';
const agent = fileURLToPath(new URL('support/python-agent.py', import.meta.url));

/** Earlier releases have other names. */
const hasClient =
  spawnSync(python, ['-c', 'from mcp.client.auth import AuthorizationCodeResult']).status === 0;
const note = `The package mcp, 2.3 or newer, is not installed for ${python} (PYTHON_PATH names another Python).`;
if (!hasClient) console.warn(note);

test.skipIf(!hasClient)('the official client for Python connects by the address alone', async () => {
  const service = await CalledService.shared();
  const child = spawn(python, [agent, `${service.url}/mcp`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = on(createInterface({ input: child.stdout }), 'line', { close: ['close'] });
  const said = async () => (await lines.next()).value?.[0] as string;

  const browser = await signedInBrowser(service);
  const consent = await browser.follow(await said(), `${service.url}/oauth/consent/`);
  const decision = { scopes: ['workbooks:read', 'workbooks:write'], resource: 'account' };
  const answer = await decideAt(browser, service.url, consent, decision);
  child.stdin.end(`${answer}\n`);
  expect(await said()).toBe('by Python');
  const { grants } = (await (await service.signIn()).get('/api/v1/me/grants')).body;
  expect(grants[0]).toMatchObject({ app: { name: 'Python agent' }, scopes: decision.scopes });
});
