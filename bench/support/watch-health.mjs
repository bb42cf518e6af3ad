// A worker that requests /healthz over and over, so that the attacker's own work in its thread does not
// count.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;
const GIVE_UP_MS = 120_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

let longestMs = 0;
let failed = 0;
let since;

parentPort?.on('message', (message) => {
  if (message === 'begin') {
    longestMs = 0;
    failed = 0;
  } else {
    // A request still open has waited at least this long.
    const open = since === undefined ? 0 : performance.now() - since;
    parentPort?.postMessage({ longestMs: Math.max(longestMs, open), failed });
  }
});

for (;;) {
  since = performance.now();
  const answered = await ask();
  longestMs = Math.max(longestMs, performance.now() - since);
  if (!answered) failed++;
  since = undefined;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

async function ask() {
  return await new Promise((resolve) => {
    const sent = request(`${workerData.url}/healthz`, { agent, timeout: GIVE_UP_MS }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(false));
    sent.end();
  });
}
