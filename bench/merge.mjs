// The cost of merging an edited export of tables of two sizes, from sending the file to the answer.
import { printTable, timed } from './support/measure.mjs';
import { signIn, startService } from './support/service.mjs';
import { readEntries, writeEntries } from './support/zip.mjs';

const COLUMNS = 20;
const SIZES = [25_000, 100_000];
const EDITS = 10_000;

const service = await startService();
try {
  const api = await signIn(service.url);
  const { token } = await api('POST', '/api/v1/me/tokens', { name: 'bench', scopes: ['workbooks:write'] });
  const lines = [];
  for (const rows of SIZES) {
    const { id } = await api('POST', '/api/v1/workbooks', { title: 'Bench' });
    const workbook = `/api/v1/workbooks/${id}`;
    const upload = new FormData();
    upload.set('file', new Blob([csvOf(rows)]), 'rows.csv');
    upload.set('structuring', 'skip');
    await api('POST', `${workbook}/sources`, upload);
    for (const format of ['xlsx', 'csv']) {
      const branch = await exportBranch(workbook, token, format);
      const file = editSome(branch, rows);
      let merged;
      const first = await timed(async () => {
        merged = await api('POST', `${workbook}/sync`, returned(file, branch));
      });
      if (merged.applied !== EDITS) throw new Error(`${merged.applied} cells were merged`);
      const again = await timed(() => api('POST', `${workbook}/sync`, returned(file, branch)));
      const undo = await timed(() => api('POST', `${workbook}/ops/${merged.op_id}/undo`));
      const times = [first, again, undo].map((ms) => `${(ms / 1000).toFixed(1)} s`);
      lines.push([`${rows} x ${COLUMNS}, ${format}`, ...times]);
    }
  }
  printTable(
    `Merge of a returned file with ${EDITS} edited cells`,
    ['table', 'merge', 'the same file again', 'undo'],
    lines,
  );
} finally {
  await service.stop();
}

function csvOf(rows) {
  const header = Array.from({ length: COLUMNS }, (_, column) => `c${column}`).join(',');
  const line = (row) =>
    Array.from({ length: COLUMNS }, (_, column) =>
      column % 2 ? row * column : `text ${row} ${column}`,
    ).join(',');
  return [header, ...Array.from({ length: rows }, (_, row) => line(row))].join('\n');
}

async function exportBranch(workbook, token, format) {
  const response = await fetch(`${service.url}${workbook}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format, record_branch: true }),
  });
  if (!response.ok) throw new Error(await response.text());
  const bytes = Buffer.from(await response.arrayBuffer());
  return { id: response.headers.get('x-svc-branch-id'), format, bytes };
}

/** Changes the first cell of rows that lie evenly in the table. */
function editSome({ format, bytes }, rows) {
  const isEdited = (row) => (row * EDITS) % rows < EDITS;
  const edited = (content) =>
    Buffer.from(
      content
        .toString()
        .replaceAll(/\btext (\d+) 0(?!\d)/g, (text, row) => (isEdited(row) ? `edited ${row} 0` : text)),
    );
  if (format === 'csv') return edited(bytes);
  const entries = readEntries(bytes).map(({ name, content }) => ({
    name: name.toString(),
    content: /\.xml$/.test(name.toString()) ? edited(content) : content,
  }));
  return writeEntries(entries);
}

function returned(bytes, { id, format }) {
  const form = new FormData();
  form.set('branch_id', id);
  form.set('file', new Blob([bytes]), `rows.${format}`);
  return form;
}
