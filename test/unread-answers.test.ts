import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { csvOf } from './support/files.js';
import { startService } from './support/service.js';

const MB = 1024 * 1024;
/** Enough that their pages in memory would be far more than what the service takes anyway. */
const CLIENTS = 8;

test('clients that do not read large pages cost little memory and lose their connections', async () => {
  const service = await startService({
    env: { SVC_MAX_PAGE_MB: '12', SVC_ANSWER_IDLE_MS: '15000' },
  });
  const session = await service.signIn();
  const api = await session.mintWriter();
  const workbook = await api.workbook();
  const content = csvOf('n,text', 100, (row) => `${row},${'x'.repeat(2000)}`);
  await api.upload(`${workbook}/sources`, { name: 'a.csv', content }, { structuring: 'skip' });
  // More than a connection buffers without being read.
  const sql = 'select text || text || text || text as t from a, range(20)';
  const { body } = await api.post(`${workbook}/query`, { sql, limit: 1 });
  const page = `/api/v1/results/${body.id}?limit=10000`;
  expect((await api.get(page)).bytes.length).toBeGreaterThan(11 * MB);

  const before = residentBytes(service.pid);
  const sockets = Array.from({ length: CLIENTS }, () => requestWithoutReading(service.url, page, api.token));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await eventually(async () => unreadPages(service.pid) === CLIENTS || undefined);
  expect((await api.get(page)).status).toBe(200);
  expect(residentBytes(service.pid) - before).toBeLessThan((CLIENTS * 12 * MB) / 2);
  await eventually(async () => unreadPages(service.pid) === 0 || undefined);
  for (const socket of sockets) {
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
    expect(socket.bytesRead).toBeLessThan(11 * MB);
  }
});

function requestWithoutReading(url: string, path: string, token: string | undefined): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

/** The number of page files that the process still has open. */
function unreadPages(pid: number): number {
  const open = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return [];
    }
  });
  return open.filter((path) => path.includes('.page')).length;
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
