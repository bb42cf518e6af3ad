import { printGrowth } from './measure-growth.mjs';
import { upsert } from './workbook.mjs';

const TABLE = { name: 't', columns: [{ name: 'n', type: 'BIGINT' }] };

/** Workbooks that are there already count: sizes are those of the whole deployment. */
export async function printGrowthOfWorkbooks({ api, writers, pid }) {
  let made = 0;
  const make = async () => {
    const { id } = await writers.next()('POST', '/api/v1/workbooks', { title: `workbook ${made++}` });
    await writers.next()('POST', `/api/v1/workbooks/${id}/tables`, TABLE);
    return `/api/v1/workbooks/${id}`;
  };
  const constant = { grows: 'constant' };
  await printGrowth({
    title: 'Growth: workbooks of a deployment, with a table each',
    unit: 'workbooks',
    sizes: [100, 1000, 10_000],
    pid,
    measure: async (size, cost) => {
      let book = await make();
      while (made < size) book = await make();
      await cost('one more workbook with a table', make, { ...constant, times: 10 });
      await cost('list of workbooks, first page', () => api('GET', '/api/v1/me/workbooks?limit=50'), {
        ...constant,
        times: 10,
      });
      await cost('edit of a row', () => upsert(api, `${book}/tables/t`, [{ n: 1 }]), {
        ...constant,
        times: 20,
      });
      await cost('page of rows', () => api('GET', `${book}/tables/t/rows?limit=10`), {
        ...constant,
        times: 20,
      });
      await cost('list of tables', () => api('GET', `${book}/tables`), { ...constant, times: 20 });
    },
  });
}
