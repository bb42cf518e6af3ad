import { connect } from 'node:net';
import { tally } from './world.mjs';

const HALF_SENT = 1100;
const READERS = 22;

function open(url, text) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  socket.on('error', () => {});
  return socket;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Clients that stop: half of a request, or a response that nobody reads. */
export const slowClients = [
  {
    name: `${HALF_SENT} requests sent by half`,
    attack: async ({ url }) => {
      const half =
        'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
      const sockets = Array.from({ length: HALF_SENT }, () => open(url, half));
      await wait(10_000);
      const answer = await fetch(`${url}/healthz`);
      for (const socket of sockets) socket.destroy();
      return tally([answer]);
    },
  },
  {
    name: `${READERS} clients that do not read a page as large as pages get`,
    prepare: async ({ api, workbook }) => {
      const form = new FormData();
      form.set('structuring', 'skip');
      form.set('file', new Blob([`id,text\n${`1,${'x'.repeat(10_000)}\n`.repeat(10_000)}`]), 'texts.csv');
      await api('POST', `${workbook}/sources`, form);
      await api('GET', `${workbook}/tables/texts/rows?limit=1`);
    },
    attack: async ({ url, token, workbook, api }) => {
      const asked = `GET ${workbook}/tables/texts/rows?limit=10000 HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`;
      const sockets = Array.from({ length: READERS }, () => open(url, asked).pause());
      await wait(15_000);
      const { rows } = await api('GET', `${workbook}/tables/texts/rows?limit=1`);
      for (const socket of sockets) socket.destroy();
      return `${rows.length} row for another`;
    },
  },
];
