// A writer in a process of its own: tries 200 edits of a table, each on the version it last saw, and reports
// the acknowledged versions. It runs the compiled service, as a node would.
import { once } from 'node:events';
import { change } from '../dist/catalog/change.js';
import { openCatalog } from '../dist/catalog/open-catalog.js';
import { appendVersion } from '../dist/workbook/writing/write-tables.js';

const { databaseUrl, dataDir, workbookId, tableId, tries } = JSON.parse(process.argv[2] ?? '{}');
const author = { userId: 'usr_1', credentialId: null, requestId: null };
const catalog = await openCatalog({ databaseUrl, dataDir });

process.send('ready');
await once(process, 'message');

const acknowledged = [];
let seen = 1;
for (let n = 0; n < tries; n++) {
  const edit = {
    workbookId,
    tableId,
    expectedVersion: seen,
    opKind: 'rows.insert',
    operation: { operation: 'updateWorkbook', input: {} },
    rows: [{ kind: 'insert', after: { c1: n } }],
  };
  try {
    const { version } = await change(catalog, author, (c) => appendVersion(c, edit));
    acknowledged.push(version);
    seen = version;
  } catch (error) {
    if (error.slug !== 'version-conflict') throw error;
    seen = error.members.current_version;
  }
}
await catalog.close();
process.send({ acknowledged }, () => process.disconnect());
