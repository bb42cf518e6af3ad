import { Link } from '@tanstack/react-router';
import type { ReviewFinding } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { TableTitle } from '../../app/table-title.js';
import { useRights } from '../../app/use-rights.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { cellText } from './cell-text.js';
import { useFindingText } from './finding-text.js';
import { MendDialog } from './mend-dialog.js';
import styles from './review.module.css';

const texts = messages(
  {
    evidence: 'Evidence',
    show: 'Show in the table',
    showOf: (table: string, column: string) => `Show in the table ${table} ${column}`,
    fix: (fix: string) => `What to do: ${fix}`,
    more: (count: string) => `${count} rows in all`,
    row: 'Row',
    cell: 'Cell',
    value: 'Value',
    expected: 'Expected',
    mend: 'Mend…',
    mendOf: (table: string, column: string) => `Mend ${table} ${column}`,
    mended: 'Mended',
  },
  {
    evidence: '根拠',
    show: '表で表示',
    showOf: (table: string, column: string) => `表で表示 ${table} ${column}`,
    fix: (fix: string) => `対処: ${fix}`,
    more: (count: string) => `全 ${count} 行`,
    row: '行',
    cell: 'セル',
    value: '値',
    expected: '想定',
    mend: '修正…',
    mendOf: (table: string, column: string) => `修正 ${table} ${column}`,
    mended: '修正済み',
  },
);

/** What was found where, the rows and cells that prove it, and what to do about it. */
export function Finding({ workbookId, finding }: { workbookId: string; finding: ReviewFinding }) {
  const text = useText(texts);
  const format = useFormat();
  const inWords = useFindingText();
  const { table, column, row_ids: rowIds = [], row_count: count, evidence } = finding;
  const said = { text: finding.message, code: finding.code, params: finding.params };
  const fix = { text: finding.suggested_fix, code: finding.fix_code, params: finding.fix_params };
  const { mayWrite } = useRights(workbookId);
  const [step, setStep] = useState<'found' | 'asked' | 'mended'>('found');
  /** Of columns of the evidence that are none of the table. */
  const headings: Record<string, string> = { __svc_row_id: text.row, expected: text.expected };
  const names = [...new Set(evidence.rows.flatMap((row) => Object.keys(row)))];
  return (
    <li className={styles.finding}>
      <div className={styles.said}>
        <div>
          <p>
            <strong>
              <TableTitle name={table} />
              {column !== undefined && ` · ${column}`}
            </strong>
          </p>
          <p>{inWords(said)}</p>
          {finding.explanation !== undefined && <p>{finding.explanation}</p>}
          <p className={styles.soft}>{text.fix(inWords(fix))}</p>
        </div>
        <div className={styles.actions}>
          {rowIds.length > 0 && (
            <ButtonLink
              to="/workbooks/$workbookId/tables/$table"
              params={{ workbookId, table }}
              search={{
                filter: [{ column: '__svc_row_id', op: 'in', value: rowIds }],
                ...(rowIds[0] !== undefined && { row: rowIds[0] }),
                ...(column !== undefined && { column }),
              }}
              aria-label={text.showOf(table, column ?? '')}
            >
              {text.show}
            </ButtonLink>
          )}
          {finding.fix_request !== undefined && mayWrite && step !== 'mended' && (
            <Button aria-label={text.mendOf(table, column ?? '')} onClick={() => setStep('asked')}>
              {text.mend}
            </Button>
          )}
          {step === 'mended' && <Badge kind="good">{text.mended}</Badge>}
        </div>
      </div>
      {evidence.rows.length > 0 && (
        <ListTable label={text.evidence} head={names.map((name) => headings[name] ?? name)}>
          {evidence.rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: evidence stays as it is.
            <tr key={place}>
              {names.map((name) => (
                <td key={name}>{cellText(row[name])}</td>
              ))}
            </tr>
          ))}
        </ListTable>
      )}
      {evidence.cells !== undefined && (
        <ListTable label={text.evidence} head={[text.cell, text.value, text.expected]}>
          {evidence.cells.map(({ source, sheet, cell, value, formula, expected }) => (
            <tr key={`${source} ${sheet} ${cell}`}>
              <td>
                <Link
                  to="/workbooks/$workbookId/files/$source"
                  params={{ workbookId, source }}
                  search={{ sheet, cell }}
                >
                  {source} · {sheet}!{cell}
                </Link>
              </td>
              <td>{formula === undefined ? cellText(value) : `${cellText(value)} (=${formula})`}</td>
              <td>{expected}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {count > evidence.rows.length && <p className={styles.soft}>{text.more(format.number(count))}</p>}
      {step === 'asked' && finding.fix_request !== undefined && (
        <MendDialog
          workbookId={workbookId}
          finding={finding}
          request={finding.fix_request}
          onClose={() => setStep('found')}
          onDone={() => setStep('mended')}
        />
      )}
    </li>
  );
}
