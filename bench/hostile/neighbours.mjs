import { openNeighbour } from './world.mjs';

const HOGS = 40;
const PROGRAMS = 12;

const hog = 'select count(*) from range(100000000) a(x), range(100000000) b(y) where x * y % 7 = 3';

async function tableOfOne({ api, workbook }) {
  await api('POST', `${workbook}/tables`, { name: 'one', columns: [{ name: 'x', type: 'INTEGER' }] });
  await api('POST', `${workbook}/tables/one/rows/upsert`, { rows: [{ x: 1 }], expected_version: null });
}

/** How long the neighbour waits for something small during the attack. */
async function waitOf(work) {
  const startedAt = performance.now();
  await work();
  return `neighbour answered in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** One tenant who takes everything, and another who needs a little. */
export const neighbours = [
  {
    name: `${HOGS} endless queries of one account`,
    prepare: async ({ url }) => await openNeighbour(url),
    attack: async (world, neighbour) => {
      const hogs = Array.from({ length: HOGS }, () =>
        world.api('POST', `${world.workbook}/query`, { sql: hog }).catch(() => {}),
      );
      const said = await waitOf(() =>
        neighbour.api('POST', `${neighbour.workbook}/query`, { sql: 'select 1' }),
      );
      await Promise.all(hogs);
      return said;
    },
  },
  {
    name: `${PROGRAMS} endless Python programs of one account`,
    prepare: async (world) => {
      const neighbour = await openNeighbour(world.url);
      for (const party of [world, neighbour]) await tableOfOne(party);
      return neighbour;
    },
    attack: async (world, neighbour) => {
      const endless = Array.from({ length: PROGRAMS }, (_, i) =>
        world
          .api('POST', `${world.workbook}/transforms`, {
            name: `endless ${i}`,
            kind: 'python',
            code: 'while True: pass\noutput = {{ t }}',
            args: { t: 'one' },
            output: `out ${i}`,
          })
          .catch(() => {}),
      );
      const said = await waitOf(() =>
        neighbour.api('POST', `${neighbour.workbook}/transforms`, {
          name: 'one line',
          kind: 'python',
          code: 'output = [{"y": row["x"] + 1} for row in {{ t }}]',
          args: { t: 'one' },
          output: 'out',
        }),
      );
      await Promise.all(endless);
      return said;
    },
  },
];
