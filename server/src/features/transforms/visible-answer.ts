import type { Db } from '../../catalog/db.js';
import { tablesById } from '../../catalog/tables.js';
import { Governance, isReadable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { RunOutcome } from './run-tables.js';
import type { TransformAnswer } from './transform-answer.js';

/** A transform runs with its owner's rights, so row counts of tables withheld from the caller are left out. */
export async function visibleAnswer(
  db: Db,
  caller: Caller,
  { transform, run, others }: TransformAnswer,
): Promise<TransformAnswer> {
  const { workbook_id: workbookId, output_table_id: tableId } = transform.row;
  const withheld = await withheldAmong(db, caller, workbookId, [tableId, ...tableIds(others)]);
  if (withheld.size === 0) return { transform, run, others };
  const rowCount = withheld.has(tableId) ? null : transform.output.rowCount;
  return {
    transform: { ...transform, output: { ...transform.output, rowCount } },
    run: run && { ...run, rowCount },
    others: withoutCounts(others, withheld),
  };
}

export async function visibleOutcome(
  db: Db,
  caller: Caller,
  workbookId: string,
  outcome: RunOutcome,
): Promise<RunOutcome> {
  return withoutCounts(outcome, await withheldAmong(db, caller, workbookId, tableIds(outcome)));
}

const tableIds = ({ recomputed }: RunOutcome): string[] => recomputed.map(({ tableId }) => tableId);

function withoutCounts(outcome: RunOutcome, withheld: ReadonlySet<string>): RunOutcome {
  const recomputed = outcome.recomputed.map((run) =>
    withheld.has(run.tableId) ? { ...run, rowCount: null } : run,
  );
  return { ...outcome, recomputed };
}

async function withheldAmong(
  db: Db,
  caller: Caller,
  workbookId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const governance = await Governance.load(db, caller, workbookId);
  const withheld = new Set<string>();
  if (!governance.governed) return withheld;
  for (const row of (await tablesById(db, workbookId, ids)).values())
    if (!isReadable(await governance.view(db, row))) withheld.add(row.id);
  return withheld;
}
