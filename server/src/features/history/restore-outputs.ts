import type { Change } from '../../catalog/change.js';
import { chartsOf, putChart } from '../../catalog/chart-records.js';
import { putSheetRecord, sheetsOf } from '../../catalog/sheet-records.js';
import { chartDefinition, pinnedOutputs, sheetDefinition } from '../../catalog/snapshots.js';
import { freeNames } from './plan-restore.js';

/**
 * Gives sheets and charts the definitions of a snapshot again, and brings back deleted ones. Those made since stay,
 * under another name if the snapshot needs theirs.
 */
export async function restoreOutputs(c: Change, workbookId: string, snapshotId: string): Promise<void> {
  const pinned = await pinnedOutputs(c.tx, snapshotId);
  const written = { workbook_id: workbookId, updated_at: c.at };
  await restoreAll(pinned.sheets, (await sheetsOf(c.tx, workbookId)).map(sheetDefinition), (sheet) =>
    putSheetRecord(c, { ...sheet, ...written }),
  );
  await restoreAll(pinned.charts, (await chartsOf(c.tx, workbookId)).map(chartDefinition), (chart) =>
    putChart(c, { ...chart, ...written }),
  );
}

async function restoreAll<Output extends { id: string; name: string }>(
  pinned: readonly Output[],
  present: readonly Output[],
  put: (output: Output) => Promise<unknown>,
): Promise<void> {
  const now = new Map(present.map((output) => [output.id, output]));
  const changed = pinned.filter((output) => JSON.stringify(now.get(output.id)) !== JSON.stringify(output));
  // Another may get the name that one has now, so each that gets another gives up its own first.
  for (const { id, name } of changed) {
    const before = now.get(id);
    if (before && before.name !== name) await put({ ...before, name: id });
  }
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const newer = present.filter(({ id }) => !pinnedIds.has(id));
  const free = freeNames(pinned, newer);
  for (const output of newer) {
    const name = free(output.name);
    if (name !== output.name) await put({ ...output, name });
  }
  for (const output of changed) await put(output);
}
