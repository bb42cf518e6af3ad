import { printGrowth } from './measure-growth.mjs';
import { newBook, stockLines, uploadCsv, upsert } from './workbook.mjs';

const AT_ONCE = 4000;
const UNDONE = 10_000;

export async function printGrowthOfEdits({ api, pid }) {
  await printGrowth({
    title: 'Growth: edits, each of another row',
    unit: 'edited rows',
    sizes: [1000, 10_000, 100_000, 1_000_000].filter(
      (size) => size <= Number(process.env.GROWTH_MAX ?? 100_000),
    ),
    pid,
    measure: (size, cost) => measureEdits(api, size, cost),
  });
}

async function measureEdits(api, size, cost) {
  const book = await newBook(api, `${size} edits`);
  const table = `${book}/tables/stock`;
  await uploadCsv(api, book, 'stock', stockLines(size));
  const sum = () => api('POST', `${book}/query`, { sql: 'select sum(qty) from stock' });
  await sum();
  await api('POST', `${book}/versions`, { label: 'before' });
  await cost('the edits themselves', async () => {
    for (let start = 0; start < size; start += AT_ONCE)
      await upsert(api, table, editsOf(start, Math.min(AT_ONCE, size - start)));
  });
  await cost('a query after them', sum);
  await cost('a page of 100 after them', () => api('GET', `${table}/rows?limit=100&offset=${size / 2}`));
  await cost('one more edit', (i) => upsert(api, table, editsOf(i, 1)), { grows: 'constant', times: 20 });
  await cost('a query after it', sum, { grows: 'constant' });
  await cost('compare with the version before', () => api('GET', `${book}/versions/before/diff`));
  await cost('restore that version', () => api('POST', `${book}/versions/before/revert`));
  const { op_id } = await upsert(api, table, editsOf(0, Math.min(size, UNDONE)));
  await cost(`undo of at most ${UNDONE.toLocaleString('en')} rows`, () =>
    api('POST', `${book}/ops/${op_id}/undo`),
  );
}

function editsOf(start, count) {
  return Array.from({ length: count }, (_, i) => ({ __svc_row_id: start + i + 1, qty: -start - i - 1 }));
}
