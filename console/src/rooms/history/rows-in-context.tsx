import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/field.js';
import { type DiffRow, tellingColumns } from './diff-rows.js';
import { DiffTable } from './diff-table.js';
import { rowsById } from './rows-by-id.js';

const texts = messages(
  { all: 'Show all columns', more: (count: string) => `Show more rows (${count} left)` },
  { all: 'すべての列を表示', more: (count: string) => `さらに表示（残り ${count} 行）` },
);

const ROWS_AT_ONCE = 100;

interface RowsInContextProps {
  workbookId: string;
  tableId: string;
  /** The state in which the rows that stay are read; the present one if absent. */
  asOf?: string | undefined;
  label: string;
  rows: readonly DiffRow[];
}

/** Changed rows with those of their other cells by which people know them. */
export function RowsInContext({ workbookId, tableId, asOf, label, rows }: RowsInContextProps) {
  const text = useText(texts);
  const format = useFormat();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const [isWhole, setIsWhole] = useState(false);
  const shown = rows.slice(0, most);
  const staying = shown.filter(({ change }) => change === 'update').map(({ rowId }) => rowId);
  const context = useQuery(rowsById(workbookId, tableId, staying, asOf));
  const known = context.data?.columns ?? [];
  const others = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  const columns = [...known, ...[...others].filter((column) => !known.includes(column))];
  const telling = tellingColumns(columns, shown);
  return (
    <>
      {telling.length < columns.length && (
        <Checkbox label={text.all} checked={isWhole} onChange={({ target }) => setIsWhole(target.checked)} />
      )}
      <DiffTable
        label={label}
        columns={isWhole ? columns : telling}
        rows={shown}
        sameCells={({ rowId }, column) => context.data?.rows.get(rowId)?.[column]}
      />
      {rows.length > most && (
        <Button onClick={() => setMost(most + ROWS_AT_ONCE)}>
          {text.more(format.number(rows.length - most))}
        </Button>
      )}
    </>
  );
}
