// Reading and writing xlsx compared with the least possible work, and with @e965/xlsx. CPU seconds, medians.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeGeneratedXlsx } from './support/generated-xlsx.mjs';
import { median, printTable } from './support/measure.mjs';
import { eventLoopHeldMs, signIn, startService } from './support/service.mjs';

const ROUNDS = 3;
const measuredWork = fileURLToPath(new URL('./support/measured-work.mjs', import.meta.url));
const run = promisify(execFile);

const directory = await mkdtemp(join(tmpdir(), 'spreadsheets-bench-'));
const wide = join(directory, '100k-x-20.xlsx');
const long = join(directory, '1m-x-10.xlsx');
try {
  await writeGeneratedXlsx(wide, 100_000, 20);
  await writeGeneratedXlsx(long, 1_000_000, 10);
  printTable(
    'Reading xlsx',
    ['', 'measured', 'goal'],
    [...(await measureReading()), ...(await measureUpload())],
  );
  printTable('Writing xlsx', ['', 'measured', 'goal'], await measureWriting());
} finally {
  await rm(directory, { recursive: true });
}

async function measureReading() {
  const inflate = await measure('inflate', wide);
  const ours = await measure('read', wide);
  const sheetJs = await measure('sheetJs', wide);
  const large = await measure('read', long);
  return [
    ['100k x 20: inflate and shared strings alone', cpu(inflate), ''],
    ['100k x 20: our reader', cpu(ours), ''],
    ['100k x 20: @e965/xlsx', cpu(sheetJs), ''],
    ['our reader to inflate', ratio(ours, inflate), 'at most 2.5x'],
    ['@e965/xlsx to our reader', ratio(sheetJs, ours), 'at least 6x'],
    ['1M x 10: our reader', cpu(large), ''],
    ['1M x 10: peak resident memory', `${large.peakMb.toFixed(0)} MB`, '500 MB'],
  ];
}

/** From the first byte sent to the result of a query over all rows. */
async function measureUpload() {
  const service = await startService();
  try {
    const api = await signIn(service.url);
    const content = new Blob([await readFile(wide)]);
    // The first upload starts the processes; the others find them warm.
    await uploadAndCount(api, content);
    await eventLoopHeldMs(service.url);
    const seconds = [];
    for (let round = 0; round < ROUNDS; round++) seconds.push(await uploadAndCount(api, content));
    const heldMs = await eventLoopHeldMs(service.url);
    const { wallSeconds } = await measure('read', wide);
    return [
      ['100k x 20: upload to first query', `${median(seconds).toFixed(2)} s`, ''],
      ['to the bare read, wall time', `${(median(seconds) / wallSeconds).toFixed(2)}x`, 'at most 1.5x'],
      ['event loop held meanwhile, at most', `${heldMs.toFixed(0)} ms`, '50 ms'],
    ];
  } finally {
    await service.stop();
  }
}

async function uploadAndCount(api, content) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'bench' });
  const form = new FormData();
  form.set('structuring', 'skip');
  form.set('file', content, 'generated.xlsx');
  const startedAt = performance.now();
  const { artifacts } = await api('POST', `/api/v1/workbooks/${id}/sources`, form);
  const sql = `select count(*) as n from "${artifacts[0].name}"`;
  const { rows } = await api('POST', `/api/v1/workbooks/${id}/query`, { sql });
  if (rows[0].n !== 100_000) throw new Error(`the table has ${rows[0].n} rows`);
  return (performance.now() - startedAt) / 1000;
}

async function measureWriting() {
  const target = join(directory, 'written.xlsx');
  const write = await measure('write', target, 100_000, 20);
  const deflate = await measure('deflate', target);
  const large = await measure('write', target, 1_000_000, 10);
  return [
    ['100k x 20: deflate of its XML alone', cpu(deflate), ''],
    ['100k x 20: our writer', cpu(write), ''],
    ['our writer to deflate', ratio(write, deflate), 'at most 1.8x'],
    ['1M x 10: our writer', cpu(large), ''],
    ['1M x 10: peak resident memory', `${large.peakMb.toFixed(0)} MB`, '300 MB'],
  ];
}

/** Medians over processes that each do the work once. */
async function measure(work, path, ...size) {
  const measured = [];
  for (let round = 0; round < ROUNDS; round++) {
    const args = ['--max-old-space-size=4096', measuredWork, work, path, ...size.map(String)];
    measured.push(JSON.parse((await run(process.execPath, args)).stdout));
  }
  const middle = (figure) => median(measured.map((one) => one[figure]));
  return {
    cpuSeconds: middle('cpuSeconds'),
    wallSeconds: middle('wallSeconds'),
    peakMb: middle('peakMb'),
  };
}

function cpu({ cpuSeconds }) {
  return `${cpuSeconds.toFixed(2)} CPU s`;
}

function ratio(one, other) {
  return `${(one.cpuSeconds / other.cpuSeconds).toFixed(2)}x`;
}
