import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { rememberSheet } from '#structure/layouts/remember-sheet.js';
import { median, printTable } from '../../support/measure.mjs';
import { familyOf, signIn, startService } from '../../support/service.mjs';
import { publicFiles, writtenAndPublic } from './sheets.mjs';

const { DatabaseSync } = createRequire(new URL('../../../server/package.json', import.meta.url))(
  '@photostructure/sqlite',
);

const manyReadings = 1000;
const rounds = 3;

/**
 * The processor time of the service and its children for an upload, into a workspace that remembers a thousand readings and into
 * one that remembers none, in turns: every `step`th public file, the readings being of others.
 */
export async function runLayoutsCost({ step }) {
  const sheets = await rememberedSheets(step);
  const { dataDir, workspaces } = await workspacesOf(sheets);
  const service = await startService({ SVC_DATA_DIR: dataDir });
  try {
    const api = await signIn(service.url);
    const files = publicFiles(step);
    /** @type {{ none: number, many: number }[]} */
    const pairs = [];
    for (let round = 0; round <= rounds; round++) {
      const paths = {
        none: await newWorkbook(api, workspaces.none),
        many: await newWorkbook(api, workspaces.many),
      };
      for (const [at, { path, file }] of files.entries()) {
        const content = await readFile(path);
        const spent = { none: 0, many: 0 };
        const order = /** @type {const} */ (['none', 'many']);
        try {
          for (const place of (round + at) % 2 ? order : order.toReversed()) {
            const before = await secondsSpent(service.pid);
            const form = new FormData();
            form.append('file', new Blob([content]), file);
            await api('POST', `${paths[place]}/sources`, form);
            spent[place] = (await secondsSpent(service.pid)) - before;
          }
        } catch {
          continue; // Some are there to be refused.
        }
        // The first round warms what compiles.
        if (round > 0) pairs.push(spent);
      }
    }
    const ratios = pairs.filter(({ none }) => none > 0).map(({ none, many }) => many / none);
    const mean = (place) => pairs.reduce((sum, pair) => sum + pair[place], 0) / pairs.length;
    printTable(
      `Processor time of an upload, with ${manyReadings} readings in the workspace and with none`,
      ['uploads of each', 'none, ms', 'many, ms', 'many / none', 'median of the pairs', '95th percentile'],
      [
        [
          pairs.length,
          (1000 * mean('none')).toFixed(1),
          (1000 * mean('many')).toFixed(1),
          (mean('many') / mean('none')).toFixed(3),
          median(ratios).toFixed(3),
          (ratios.toSorted((one, other) => one - other)[Math.floor(0.95 * ratios.length)] ?? 0).toFixed(3),
        ],
      ],
    );
  } finally {
    await service.stop();
  }
}

/** Two workspaces, of which one remembers many readings. */
async function workspacesOf(sheets) {
  const service = await startService();
  const { dataDir } = service;
  const api = await signIn(service.url);
  const workspaces = { none: await newWorkspace(api, 'none'), many: await newWorkspace(api, 'many') };
  const learnedFrom = (await newWorkbook(api, workspaces.many)).split('/').at(-1);
  // The service keeps its catalog to itself while it runs.
  await service.stop({ keepsData: true });
  rememberAll(dataDir, workspaces.many, learnedFrom, sheets);
  return { dataDir, workspaces };
}

async function secondsSpent(pid) {
  return (await familyOf(pid)).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

const newWorkspace = async (api, name) => (await api('POST', '/api/control/workspaces', { name })).id;

async function newWorkbook(api, workspace_id) {
  const { id } = await api('POST', '/api/v1/workbooks', {
    title: `files ${performance.now()}`,
    workspace_id,
  });
  return `/api/v1/workbooks/${id}`;
}

/** What files between those that are uploaded leave in a workspace. */
async function rememberedSheets(step) {
  const sheets = [];
  for await (const { file, sheet, dialect } of writtenAndPublic({ business: 12, files: step, first: 1 })) {
    try {
      const spec = analyzeSheet(sheet, dialect, { baseName: 'base' });
      const remembered = rememberSheet({ sheet, dialect, filename: file, proposed: spec, kept: spec });
      if (remembered) sheets.push(remembered);
    } catch {
      // A file that cannot be read leaves nothing.
    }
  }
  return sheets;
}

function rememberAll(dataDir, workspace, workbook, sheets) {
  const db = new DatabaseSync(join(dataDir, 'catalog.db'));
  const insert = db.prepare(
    `insert into readings (id, workspace_id, workbook_id, source_id, name, learned_from, decided_by, sheets, revision,
      created_at, updated_at) values (?, ?, ?, ?, 'Reading', 'file.xlsx', 'usr', ?, 1, ?, ?)`,
  );
  const now = new Date().toISOString();
  for (let at = 0; at < manyReadings; at++) {
    const sheet = sheets[at % sheets.length];
    const copy = { ...sheet, file: `${sheet.file} ${Math.floor(at / sheets.length)}` };
    insert.run(`rdg_${at}`, workspace, workbook, `src_${at}`, JSON.stringify([copy]), now, now);
  }
  db.close();
}
