// How long after the answer to a write its event reaches a live follower, alone and with many followers.
import { request } from 'node:http';
import { printTable } from './support/measure.mjs';
import { mintClients, signIn, startService } from './support/service.mjs';

const WRITES = 300;
/** As many as one user may have. */
const FOLLOWERS = 50;

const service = await startService();
try {
  const api = await signIn(service.url);
  const [write] = await mintClients(service.url, api, 1);
  const { token } = await api('POST', '/api/v1/me/tokens', { name: 'follow', scopes: ['workbooks:read'] });
  const lines = [];
  for (const followers of [1, FOLLOWERS]) {
    const delays = await measure(write, token, followers);
    lines.push([`${followers}`, ...[0.5, 0.99].map((share) => `${quantile(delays, share).toFixed(1)} ms`)]);
  }
  printTable(
    `From the answer to a write to its event, ${WRITES} writes one after the other`,
    ['followers', 'median', '99th percentile'],
    lines,
  );
} finally {
  await service.stop();
}

async function measure(write, token, followers) {
  const { id } = await write('POST', '/api/v1/workbooks', { title: 'Bench' });
  const workbook = `/api/v1/workbooks/${id}`;
  await write('POST', `${workbook}/tables`, { name: 't', columns: [{ name: 'a' }] });
  /** When each version was answered, and when each follower heard of it. */
  const answered = new Map();
  const heard = [];
  const streams = await Promise.all(
    Array.from({ length: followers }, () =>
      follow(token, `${workbook}/events`, (event) =>
        heard.push([event.data.edit_version, performance.now()]),
      ),
    ),
  );
  for (let i = 0; i < WRITES; i++) {
    const row = { rows: [{ a: 'x' }], expected_version: null };
    const { edit_version } = await write('POST', `${workbook}/tables/t/rows/upsert`, row);
    answered.set(edit_version, performance.now());
  }
  while (heard.length < WRITES * followers) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const stream of streams) stream.destroy();
  return heard.map(([version, at]) => at - answered.get(version));
}

/** Resolves once the stream is up to date. */
async function follow(token, path, tell) {
  return await new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(service.url + path, { headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        const lines = (text + chunk).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          if (line === ': up to date') resolve(sent);
          if (line.startsWith('data: ')) tell(JSON.parse(line.slice(6)));
        }
      });
      response.on('error', () => {});
    });
    sent.on('error', reject);
    sent.end();
  });
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)];
}
