// What work costs as workbooks grow, in processor time of the service and its children, with the exponent of its growth.
//   npm run bench -- growth [rows] [edits] [columns] [tables] [workbooks] [nodes]
// `GROWTH_MAX` is the largest size that is measured: 10 million rows and 100 thousand edits unless it is set.
import { printGrowthOfColumns } from './growth/columns.mjs';
import { printGrowthOfEdits } from './growth/edits.mjs';
import { printCostOfNodes } from './growth/nodes.mjs';
import { printGrowthOfRows } from './growth/rows.mjs';
import { startQuietService } from './growth/start-quiet-service.mjs';
import { printGrowthOfTables } from './growth/tables.mjs';
import { printGrowthOfWorkbooks } from './growth/workbooks.mjs';
import { mintClients, signIn } from './support/service.mjs';

const subjects = {
  columns: printGrowthOfColumns,
  edits: printGrowthOfEdits,
  tables: printGrowthOfTables,
  workbooks: printGrowthOfWorkbooks,
  rows: printGrowthOfRows,
};
const WRITERS = 8;

const chosen = [...Object.keys(subjects), 'nodes'].filter((name) => process.argv.includes(name));
const isWanted = (name) => chosen.length === 0 || chosen.includes(name);

for (const [name, print] of Object.entries(subjects)) {
  if (!isWanted(name)) continue;
  const service = await startQuietService();
  try {
    const api = await signIn(service.url);
    const writers = inTurn(await mintClients(service.url, api, WRITERS));
    await print({ api, writers, pid: service.pid, url: service.url });
  } finally {
    await service.stop();
  }
}
if (isWanted('nodes')) await printCostOfNodes();

/** One after the other, since each token has its rate limit. */
function inTurn(clients) {
  let turn = 0;
  return { next: () => clients[turn++ % clients.length] };
}
