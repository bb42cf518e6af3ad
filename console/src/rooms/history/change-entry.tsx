import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Op } from '@workbook-data-service/client/api';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { opWords, rowsIn } from '../../app/op-names.js';
import { OWN_ACTOR } from '../../app/people.js';
import { useRights } from '../../app/use-rights.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { CellText } from './cell-text.js';
import styles from './history.module.css';
import { OpIcon } from './op-icon.js';
import { RowChange } from './row-change.js';
import { useUndo } from './use-undo.js';

const texts = messages(
  {
    in: 'in',
    undo: 'Undo',
    undoLabel: (what: string, number: number) => `Undo change ${number}: ${what}`,
    undone: (by: number) => `Undone by ${by}`,
    via: (actor: string) => `through ${actor}`,
    details: 'Details',
    written: 'What was written',
    row: 'Row',
    force: 'Undo anyway',
  },
  {
    in: '—',
    undo: '元に戻す',
    undoLabel: (what: string, number: number) => `元に戻す: 変更 ${number} ${what}`,
    undone: (by: number) => `変更 ${by} で元に戻し済み`,
    via: (actor: string) => `${actor} 経由`,
    details: '詳細',
    written: '書き込まれた内容',
    row: '行',
    force: 'それでも元に戻す',
  },
);

const MAX_ROWS = 20;

/** One op: what was done, by whom and when, what it wrote, and the way back. */
export function ChangeEntry({ op, workbookId, who }: { op: Op; workbookId: string; who: string }) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const { language } = usePreferences();
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const [isOpen, setIsOpen] = useState(false);
  const undo = useUndo(workbookId, () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] }));
  const what = opWords(op, language);
  return (
    <li className={`${styles.entry} ${op.undone_by === null ? '' : styles.undone}`}>
      <OpIcon kind={op.kind} />
      <div className={styles.entryText}>
        <div>
          <span className={styles.what}>{what}</span>
          {op.deleted_table !== null && (
            <>
              {' '}
              {text.in} {titleOf(op.deleted_table)}
            </>
          )}
          {op.table !== null && (
            <>
              {' '}
              {text.in}{' '}
              <Link to="/workbooks/$workbookId/tables/$table" params={{ workbookId, table: op.table }}>
                {titleOf(op.table)}
              </Link>
            </>
          )}
        </div>
        <div className={styles.by}>
          <span>#{op.op_id}</span>
          <span>{who}</span>
          {op.actor !== null && op.actor !== OWN_ACTOR && <span>{text.via(op.actor)}</span>}
          <time dateTime={op.created_at} title={format.dateTime(op.created_at)}>
            {format.ago(op.created_at)}
          </time>
          {op.undone_by !== null && <Badge>{text.undone(op.undone_by)}</Badge>}
          {rowsIn(op.code).length > 0 && (
            <button
              type="button"
              className={styles.disclose}
              aria-expanded={isOpen}
              aria-label={`${text.details} #${op.op_id}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {text.details}
            </button>
          )}
        </div>
        {isOpen && <Details op={op} workbookId={workbookId} />}
        <ProblemNotice error={undo.error}>
          {undo.canForce && (
            <Button look="danger" onClick={() => undo.run(op, true)}>
              {text.force}
            </Button>
          )}
        </ProblemNotice>
      </div>
      {op.undoable && mayWrite && (
        <Button
          icon={<Undo2 />}
          aria-label={text.undoLabel(what, op.op_id)}
          disabled={undo.isPending}
          onClick={() => undo.run(op)}
        >
          {text.undo}
        </Button>
      )}
    </li>
  );
}

/** The cells that were written, with what they held before where it was one row. */
function Details({ op, workbookId }: { op: Op; workbookId: string }) {
  const text = useText(texts);
  const rows = rowsIn(op.code).slice(0, MAX_ROWS);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => name !== '__svc_row_id',
  );
  const rowId = rows[0]?.__svc_row_id;
  if (rows.length === 1 && op.table !== null && columns.length > 0 && typeof rowId === 'number')
    return <RowChange workbookId={workbookId} table={op.table} rowId={rowId} opId={op.op_id} />;
  return (
    <ListTable label={text.written} head={[text.row, ...columns]}>
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what an op wrote stays as it is.
        <tr key={place}>
          <td>{row.__svc_row_id === undefined ? '+' : String(row.__svc_row_id)}</td>
          {columns.map((column) => (
            <td key={column}>{column in row && <CellText value={row[column]} />}</td>
          ))}
        </tr>
      ))}
    </ListTable>
  );
}
