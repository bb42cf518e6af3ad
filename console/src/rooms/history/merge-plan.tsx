import type { MergeAnswer } from '@workbook-data-service/client/api';
import { RowChanges } from '../../app/file-plan/row-changes.js';
import { TableTitle } from '../../app/table-title.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { warningTexts } from '../../text/warning-texts.js';
import { Badge } from '../../ui/badge.js';
import { Notice } from '../../ui/notice.js';
import { ConflictSides } from './conflict-sides.js';
import diffStyles from './diff.module.css';
import { plannedRows } from './diff-rows.js';
import styles from './exchange.module.css';
import { RowsInContext } from './rows-in-context.js';

const texts = messages(
  {
    title: (file: string) => `What ${file} would change`,
    nothing: 'Nothing: the file has no new changes.',
    unchanged: 'unchanged',
    conflicts: (count: number) => (count === 1 ? '1 conflict' : `${count} conflicts`),
    conflictsHint:
      'Both sides changed these. The value of the file is written, and the other waits in the conflicts.',
    stale: (tables: string) => `These tables have to be recomputed: ${tables}`,
    added: (column: string) => `New column ${column}`,
    renamed: (from: string, to: string) => `Column ${from} becomes ${to}`,
    ignored: (columns: string) => `Not written, since they are computed or not yours to write: ${columns}`,
    missing: (columns: string) => `Not in the file, and stay as they are: ${columns}`,
    rowsOf: (table: string) => `Changes of ${table}`,
    more: (shown: number) => `Only the first ${shown} cells are shown; the counts are of all.`,
  },
  {
    title: (file: string) => `${file} による変更`,
    nothing: '変更はありません。',
    unchanged: '変更なし',
    conflicts: (count: number) => `競合 ${count} 件`,
    conflictsHint:
      'ここでもファイルでも変更されています。ファイルの値が書き込まれ、もう一方は競合として残ります。',
    stale: (tables: string) => `再計算が必要になる表: ${tables}`,
    added: (column: string) => `新しい列「${column}」`,
    renamed: (from: string, to: string) => `列「${from}」は「${to}」になります`,
    ignored: (columns: string) => `計算される列か書き込めない列のため、反映されません: ${columns}`,
    missing: (columns: string) => `ファイルになく、そのまま残る列: ${columns}`,
    rowsOf: (table: string) => `「${table}」の変更`,
    more: (shown: number) => `最初の ${shown} セルのみ表示しています。件数は全体のものです。`,
  },
);

interface MergePlanProps {
  workbookId: string;
  plan: MergeAnswer;
  filename: string;
}

/** The dry run of a merge: by table, row and cell, with what both sides changed. */
export function MergePlan({ workbookId, plan, filename }: MergePlanProps) {
  const text = useText(texts);
  const { tables, stale, conflict_details: conflicts } = plan;
  const warnings = warningTexts(plan, usePreferences().language);
  const touched = tables.filter(isTouched);
  return (
    <section className={styles.plan} aria-label={text.title(filename)}>
      <h3>{text.title(filename)}</h3>
      {plan.op_id === null && <p>{text.nothing}</p>}
      {warnings.length > 0 && (
        <Notice kind="warning">
          <ul className={styles.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {touched.map((table) => (
        <PlannedTable key={table.artifact_id} workbookId={workbookId} table={table} />
      ))}
      {conflicts.length > 0 && (
        <>
          <h4>{text.conflicts(plan.conflicts.length)}</h4>
          <p className={styles.hint}>{text.conflictsHint}</p>
          {conflicts.map((conflict) => (
            <ConflictSides key={conflict.id} workbookId={workbookId} conflict={conflict} />
          ))}
        </>
      )}
      {stale.length > 0 && <Notice kind="info">{text.stale(stale.join(', '))}</Notice>}
    </section>
  );
}

type PlannedTable = MergeAnswer['tables'][number];

function isTouched({ rows, columns, conflicts }: PlannedTable): boolean {
  return (
    rows.inserted + rows.updated + rows.deleted + conflicts > 0 ||
    columns.added.length + columns.renamed.length > 0
  );
}

function PlannedTable({ workbookId, table }: { workbookId: string; table: PlannedTable }) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const { name, rows, columns, conflicts, changes = [] } = table;
  const said = [
    ...columns.added.map(text.added),
    ...columns.renamed.map(({ from, to }) => text.renamed(from, to)),
    ...(columns.ignored.length > 0 ? [text.ignored(columns.ignored.join(', '))] : []),
    ...(columns.missing.length > 0 ? [text.missing(columns.missing.join(', '))] : []),
  ];
  const shown = plannedRows(changes);
  return (
    <details className={diffStyles.table} open>
      <summary>
        <h4>
          <TableTitle name={name} />
        </h4>
        <RowChanges rows={rows} />
        {conflicts > 0 && <Badge kind="warning">{text.conflicts(conflicts)}</Badge>}
      </summary>
      <div className={diffStyles.inside}>
        {said.length > 0 && (
          <ul className={diffStyles.columns}>
            {said.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        {shown.length > 0 && (
          <RowsInContext
            workbookId={workbookId}
            tableId={table.artifact_id}
            label={text.rowsOf(titleOf(name))}
            rows={shown}
          />
        )}
        {shown.length < rows.inserted + rows.updated + rows.deleted && shown.length > 0 && (
          <p className={styles.hint}>{text.more(changes.length)}</p>
        )}
      </div>
    </details>
  );
}
