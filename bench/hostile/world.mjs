import { request } from 'node:http';
import { mintClients, signIn } from '../support/service.mjs';

/** The attacker and the target: a user's clients, their tokens, a workbook. */
export async function openWorld(url) {
  const session = await signIn(url);
  const { token } = await session('POST', '/api/v1/me/tokens', {
    name: 'attacker',
    scopes: ['workbooks:write'],
    rate_limit_per_minute: 10_000,
  });
  const [api] = await mintClients(url, session, 1);
  const workbook = await newWorkbook(api);
  return { url, session, token, api, workbook };
}

async function newWorkbook(api) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'hostile' });
  return `/api/v1/workbooks/${id}`;
}

/** Somebody with an account of their own. */
export async function openNeighbour(url) {
  const email = `neighbour-${Math.random().toString(36).slice(2)}@example.com`;
  const user = { email, password: 'a neighbour of good intent' };
  await post(url, '/api/auth/register', user);
  const { access_token } = JSON.parse((await post(url, '/api/auth/login', user)).text);
  const api = async (method, path, body) => {
    const answer = await send(url, { method, path, token: access_token, body: JSON.stringify(body ?? {}) });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  };
  return { api, workbook: await newWorkbook(api) };
}

async function post(url, path, body) {
  return await send(url, { method: 'POST', path, body: JSON.stringify(body) });
}

/**
 * Sends a body as it is and answers the status, or how the connection ended.
 * @param {string} url
 * @param {{ method?: string, path: string, token?: string, body: string, type?: string }} message
 * @returns {Promise<{ status: any, text: string }>}
 */
export async function send(url, { method = 'POST', path, token, body, type = 'application/json' }) {
  return await new Promise((resolve) => {
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = request(url + path, { method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
      response.once('error', () => resolve({ status: response.statusCode, text: '' }));
    });
    sent.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve({ status: error.code ?? 'closed', text: '' }),
    );
    sent.end(body);
  });
}

/** How often each status occurred, such as `413 x 5`. */
export function tally(answers) {
  const counts = new Map();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .map(([status, count]) => (count === 1 ? `${status}` : `${status} x ${count}`))
    .join(', ');
}
