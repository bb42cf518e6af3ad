// The cost of derived tables: SQL over 1M x 12 rows against DuckDB in process, a chain of 50, and Python over
// 100k x 10.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, printTable, timed } from './support/measure.mjs';
import { ROWS, uploadSales } from './support/sales.mjs';
import { salesInProcess } from './support/sales-in-process.mjs';
import { eventLoopHeldMs, signIn, startService } from './support/service.mjs';

const ROUNDS = 5;
const PYTHON_ROUNDS = 3;
const GOAL_RATIO = 1.5;
const CHAIN = 50;
const CHAIN_ROWS = 1000;
const PYTHON_ROWS = 100_000;
/** The options of the service's own segments. */
const PARQUET_OPTIONS = 'format parquet, compression zstd, compression_level 1';
/** Long enough for the next Python process to be warm. */
const WARMING_MS = 3000;

const selectSales = (table) =>
  `select __svc_row_id as sale, day, region, product, customer, note, qty, price, amount::decimal(18,2) as amount,
   discount, price * (1 - discount) as net, score from ${table}`;

const service = await startService();
try {
  const api = await signIn(service.url);
  // First of all, so that the first program finds nothing prepared.
  printTable(
    `Python over ${PYTHON_ROWS} x 10 rows, in and out`,
    ['', 'seconds', 'event loop held, ms'],
    await measurePython(api),
  );
  const { workbook } = await uploadSales(api);
  const duckdb = await salesInProcess(service, api, workbook);
  printTable(
    `A transform of ${ROWS} x 12 rows through HTTP against DuckDB in process, medians of ${ROUNDS}`,
    [
      '',
      'HTTP ms',
      'create table as, ms',
      'and copy to Parquet, ms',
      'ratio to the table',
      'to table and Parquet',
      'met',
      'event loop held, ms',
    ],
    [
      await measureSql(api, workbook, duckdb, 'with a key', ['sale']),
      await measureSql(api, workbook, duckdb, 'without a key', undefined),
    ],
  );
  printTable(
    `Recompute of a chain of ${CHAIN} transforms of ${CHAIN_ROWS} rows, after an edit of the first input`,
    ['', 'measured'],
    await measureChain(api, duckdb),
  );
} finally {
  await service.stop();
}

async function measureSql(api, workbook, duckdb, name, key) {
  const code = selectSales('{{ sales }}');
  const args = { sales: 'sales' };
  const output = name.replaceAll(' ', '_');
  await api('POST', `${workbook}/transforms`, { name, kind: 'sql', code, args, output, key });
  const file = join(service.dataDir, 'bench.parquet');
  /** @type {Record<'ours' | 'table' | 'both', number[]>} */
  const times = { ours: [], table: [], both: [] };
  await eventLoopHeldMs(service.url);
  for (let round = -1; round < ROUNDS; round++) {
    await editRow(api, `${workbook}/tables/sales`, { qty: round + 10 });
    const ours = await timed(() => api('POST', `${workbook}/transforms/${encodeURIComponent(name)}/run`, {}));
    const table = await timed(() => duckdb.run(`create table result as ${selectSales('sales')}`));
    const copy = await timed(() => duckdb.run(`copy result to '${file}' (${PARQUET_OPTIONS})`));
    await duckdb.run('drop table result');
    if (round < 0) continue;
    times.ours.push(ours);
    times.table.push(table);
    times.both.push(table + copy);
  }
  const heldMs = await eventLoopHeldMs(service.url);
  await rm(file);
  await api('DELETE', `${workbook}/transforms/${encodeURIComponent(name)}`);
  const [ours, table, both] = [times.ours, times.table, times.both].map(median);
  return [
    name,
    ours.toFixed(0),
    table.toFixed(0),
    both.toFixed(0),
    `${(ours / table).toFixed(1)}x`,
    `${(ours / both).toFixed(2)}x`,
    ours <= both * GOAL_RATIO ? 'yes' : 'no',
    heldMs.toFixed(0),
  ];
}

/** An edit makes derived tables stale: without one, a run has nothing to do. */
async function editRow(api, table, cells) {
  const rows = [{ __svc_row_id: 1, ...cells }];
  await api('POST', `${table}/rows/upsert`, { rows, expected_version: null });
}

async function measureChain(api, duckdb) {
  const lines = Array.from({ length: CHAIN_ROWS }, (_, i) => `${i},${i % 7},name ${i}`);
  const workbook = await uploadCsv(api, 'step0', ['id,value,name', ...lines]);
  const next = (table) => `select id, value + 1 as value, name from ${table}`;
  const creating = await timed(async () => {
    for (let step = 1; step <= CHAIN; step++) {
      const args = { previous: `step${step - 1}` };
      const definition = { kind: 'sql', code: next('{{ previous }}'), args, key: ['id'] };
      await api('POST', `${workbook}/transforms`, {
        ...definition,
        name: `step ${step}`,
        output: `step${step}`,
      });
    }
  });
  await eventLoopHeldMs(service.url);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    await editRow(api, `${workbook}/tables/step0`, { value: 100 + round });
    times.push(
      await timed(async () => {
        const { recomputed } = await api('POST', `${workbook}/recompute`, {});
        if (recomputed.length !== CHAIN) throw new Error(`${recomputed.length} were recomputed`);
      }),
    );
  }
  const heldMs = await eventLoopHeldMs(service.url);
  await duckdb.run(
    `create table step0 as select range as id, range % 7 as value, 'name ' || range as name from range(${CHAIN_ROWS})`,
  );
  const file = join(service.dataDir, 'bench.parquet');
  const bare = await timed(async () => {
    for (let step = 1; step <= CHAIN; step++) {
      await duckdb.run(`create table step${step} as ${next(`step${step - 1}`)}`);
      await duckdb.run(`copy step${step} to '${file}' (${PARQUET_OPTIONS})`);
    }
  });
  await rm(file);
  const whole = median(times);
  return [
    ['all, median', `${(whole / 1000).toFixed(2)} s`],
    ['a transform', `${(whole / CHAIN).toFixed(1)} ms`],
    ['DuckDB in process, table and Parquet, a step', `${(bare / CHAIN).toFixed(1)} ms`],
    ['creating them, a transform', `${(creating / CHAIN).toFixed(1)} ms`],
    ['event loop held meanwhile, at most', `${heldMs.toFixed(0)} ms`],
  ];
}

async function measurePython(api) {
  const names = ['id', 'day', 'city', 'note', 'qty', 'price', 'discount', 'paid', 'code', 'score'];
  const lines = Array.from(
    { length: PYTHON_ROWS },
    (_, i) =>
      `${i},2026-01-${String((i % 28) + 1).padStart(2, '0')},city ${i % 40},note number ${i},${i % 90},${(i % 9973) / 8},${(i % 20) / 100},${i % 3 === 0},K${i % 997},${(i * 31) % 10_007}`,
  );
  const workbook = await uploadCsv(api, 'orders', [names.join(','), ...lines]);
  // A read loads the table into the engine, as it is for SQL.
  await api('GET', `${workbook}/tables/orders/rows?limit=1`);
  const small = { name: 'small', kind: 'python', code: 'output = [{"n": len({{ t }})}]', output: 'small' };
  const few = await uploadCsv(api, 'few', ['n', '1', '2']);
  const create = (place, definition) => () => api('POST', `${place}/transforms`, definition);
  const cold = await measured(create(few, { ...small, args: { t: 'few' } }));
  await sleep(WARMING_MS);
  const warm = await measured(create(few, { ...small, name: 'again', output: 'again', args: { t: 'few' } }));
  await sleep(WARMING_MS);
  const rows = 'output = [{**row, "price": row["price"] * (1 - row["discount"])} for row in {{ t }}]';
  const columns =
    'c = {{ t }}.columns\noutput = {**c, "price": [p * (1 - d) for p, d in zip(c["price"], c["discount"])]}';
  const results = [
    ['two rows, the first program of a new installation', ...cold],
    ['two rows, a process being warm', ...warm],
  ];
  for (const [name, code] of [
    ['by row', rows],
    ['by column', columns],
  ]) {
    const definition = { name, kind: 'python', code, args: { t: 'orders' }, output: name.replace(' ', '_') };
    const path = `${workbook}/transforms/${encodeURIComponent(name)}`;
    await api('POST', `${workbook}/transforms`, { ...definition, key: ['id'] });
    const runs = [];
    for (let round = 0; round < PYTHON_ROUNDS; round++) {
      await editRow(api, `${workbook}/tables/orders`, { qty: round + 100 });
      await sleep(WARMING_MS);
      runs.push(await measured(() => api('POST', `${path}/run`, {})));
    }
    await api('DELETE', path);
    const worst = Math.max(...runs.map(([, held]) => Number(held)));
    results.push([`${PYTHON_ROWS} x 10 ${name}, warm, median`, median(runs.map(([s]) => Number(s))), worst]);
  }
  return results;

  async function measured(work) {
    await eventLoopHeldMs(service.url);
    const ms = await timed(work);
    return [(ms / 1000).toFixed(2), (await eventLoopHeldMs(service.url)).toFixed(0)];
  }
}

/** The path of a new workbook with one table. */
async function uploadCsv(api, table, lines) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'bench' });
  const form = new FormData();
  form.set('structuring', 'skip');
  form.set('file', new Blob([lines.join('\n')]), `${table}.csv`);
  await api('POST', `/api/v1/workbooks/${id}/sources`, form);
  return `/api/v1/workbooks/${id}`;
}
