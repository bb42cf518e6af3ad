// Comparing two versions of a tracked file with reading both. CPU seconds in this process, medians; then over HTTP.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareFiles } from '#server/file-workers/compare-files.js';
import { forgetLastFile } from '#server/file-workers/last-file.js';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { writeGeneratedXlsx } from './support/generated-xlsx.mjs';
import { median, printTable, timed } from './support/measure.mjs';
import { signIn, startService } from './support/service.mjs';
import { readEntries, writeEntries } from './support/zip.mjs';

const ROWS = 100_000;
const COLUMNS = 20;
const CHANGED = 1000;
const ROUNDS = 7;
const FILENAME = 'large.xlsx';

const directory = await mkdtemp(join(tmpdir(), 'links-bench-'));
const versions = ['1', '2'].map((hash) => ({ path: join(directory, hash), filename: FILENAME, hash }));
const [before, after] = versions;
try {
  await writeGeneratedXlsx(before.path, ROWS, COLUMNS);
  await writeFile(after.path, edited(await readFile(before.path)));
  const { reading, comparing } = await measureCpu();
  printTable(
    `Versions of a file of ${ROWS} x ${COLUMNS} cells, of which ${CHANGED} changed`,
    ['', 'measured', 'goal'],
    [
      ['reading both', `${reading.toFixed(2)} s CPU`, ''],
      ['reading and comparing them', `${comparing.toFixed(2)} s CPU`, ''],
      ['comparing to reading', `${(comparing / reading).toFixed(2)}x`, 'at most 2.5x'],
      ['`GET …/versions/2/diff`', `${((await measureRequest()) / 1000).toFixed(1)} s`, ''],
    ],
  );
} finally {
  await rm(directory, { recursive: true });
}

async function measureCpu() {
  /** @type {{ reading: number[]; comparing: number[] }} */
  const seconds = { reading: [], comparing: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const reading = await cpuSeconds(async () => {
      for (const { path, filename } of versions) await readWorkbook(path, filename);
    });
    forgetLastFile();
    const comparing = await cpuSeconds(async () => {
      const { sheets } = await compareFiles({ before, after });
      if (sheets[0]?.cells.length !== CHANGED) throw new Error('not every change was found');
    });
    if (round < 0) continue;
    seconds.reading.push(reading);
    seconds.comparing.push(comparing);
  }
  return { reading: median(seconds.reading), comparing: median(seconds.comparing) };
}

async function cpuSeconds(work) {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

/** Both versions are read anew each time: reading a small file in between makes the file worker forget the last one. */
async function measureRequest() {
  const service = await startService();
  try {
    const api = await signIn(service.url);
    const { id } = await api('POST', '/api/v1/workbooks', { title: 'Bench' });
    const links = `/api/v1/workbooks/${id}/file-links`;
    const track = (content, name) => api('POST', `${links}/local`, form(content, name));
    const large = await track(await readFile(before.path), FILENAME);
    await api('POST', `${links}/${large.id}/versions`, form(await readFile(after.path), FILENAME));
    const small = await track('a\n1\n', 'small.csv');
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      await api('GET', `${links}/${small.id}/versions/1/cells`);
      times.push(await timed(() => api('GET', `${links}/${large.id}/versions/2/diff`)));
    }
    return median(times);
  } finally {
    await service.stop();
  }
}

/** Changes one cell in every hundredth row. */
function edited(bytes) {
  const entries = readEntries(bytes).map(({ name, content }) => ({
    name: name.toString(),
    content: name.toString().endsWith('sheet1.xml')
      ? Buffer.from(content.toString().replaceAll(/(<c r="B\d+00"><v>)\d+/g, '$1-1'))
      : content,
  }));
  return writeEntries(entries);
}

function form(content, name) {
  const made = new FormData();
  made.set('file', new Blob([content]), name);
  return made;
}
