// What a tool call costs the service beyond the same call over REST: processor time of its process, in turns.
import { startAgent } from './support/agent.mjs';
import { median, printTable, timed } from './support/measure.mjs';
import { cpuMs, mintClients, signIn, startService } from './support/service.mjs';

const ROUNDS = 15;
/** So many that the clock of /proc, which counts hundredths of a second, is precise enough. */
const CALLS = 250;

const service = await startService();
try {
  const api = await signIn(service.url);
  const workbook_id = await fill(api);
  // A token may call 10,000 times a minute.
  const rest = inTurns(await mintClients(service.url, api, 4));
  const agents = await Promise.all(Array.from({ length: 4 }, () => startAgent(service.url, api)));
  const tool = inTurns(agents.map(({ call }) => call));
  const workbook = `/api/v1/workbooks/${workbook_id}`;
  const sql = 'select region, sum(amount) as revenue from sales_1 group by all order by all';
  const pairs = {
    list_tables: [
      () => tool('list_tables', { workbook_id }),
      () => rest('GET', `${workbook}/tables?limit=50`),
    ],
    query: [
      () => tool('query', { workbook_id, sql }),
      () => rest('POST', `${workbook}/query`, { sql, limit: 50 }),
    ],
  };
  const rows = [];
  for (const [name, [ours, theirs]] of Object.entries(pairs)) {
    const spent = { ours: [], theirs: [] };
    const waited = { ours: [], theirs: [] };
    for (let round = -2; round < ROUNDS; round++) {
      for (const [side, call] of [
        ['ours', ours],
        ['theirs', theirs],
      ]) {
        const { cpuMs, ms } = await measure(call);
        if (round < 0) continue;
        spent[side].push(cpuMs);
        waited[side].push(ms);
      }
    }
    const [mcp, same] = [median(spent.ours), median(spent.theirs)];
    rows.push([
      name,
      ...[mcp, same].map((ms) => `${ms.toFixed(2)} ms`),
      `${(mcp / same).toFixed(2)}x`,
      ...[waited.ours, waited.theirs].map((times) => `${median(times).toFixed(2)} ms`),
    ]);
  }
  printTable(
    `A tool call and the same REST call, medians of ${ROUNDS} times ${CALLS}`,
    [
      '',
      'tool, processor time',
      'REST, processor time',
      'ratio',
      'tool, answered after',
      'REST, answered after',
    ],
    rows,
  );
} finally {
  await service.stop();
}

/** A call's share of the processor time of the service, and of the time until all were answered. */
async function measure(call) {
  const before = await cpuMs(service.pid);
  const ms = await timed(async () => {
    for (let i = 0; i < CALLS; i++) await call();
  });
  return { cpuMs: ((await cpuMs(service.pid)) - before) / CALLS, ms: ms / CALLS };
}

function inTurns(callers) {
  let turn = 0;
  return (...call) => callers[turn++ % callers.length](...call);
}

/** A workbook with twelve tables of a hundred rows. */
async function fill(api) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'bench' });
  const lines = Array.from({ length: 100 }, (_, i) => `${['North', 'South'][i % 2]},product ${i % 7},${i}`);
  for (let i = 1; i <= 12; i++) {
    const form = new FormData();
    form.set('structuring', 'skip');
    form.set('file', new Blob([['region,product,amount', ...lines].join('\n')]), `sales_${i}.csv`);
    await api('POST', `/api/v1/workbooks/${id}/sources`, form);
  }
  return id;
}
