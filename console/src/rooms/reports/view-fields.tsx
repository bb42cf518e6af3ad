import { Link } from '@tanstack/react-router';
import { FilterFields } from '../../app/row-filter/filter-fields.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useText } from '../../text/text.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { type BlockOf, type ReportTable, viewOf } from './blocks.js';
import { ColumnFields } from './column-fields.js';
import { OrderFields } from './order-fields.js';
import { reportTexts } from './texts.js';
import { TotalFields } from './total-fields.js';

type View = BlockOf['table_view'];

interface ViewFieldsProps {
  workbookId: string;
  view: View;
  tables: ReportTable[];
  onChange: (view: View) => void;
}

/** Which rows and columns of a table are shown, in which order and with which totals. */
export function ViewFields({ workbookId, view, tables, onChange }: ViewFieldsProps) {
  const text = useText(reportTexts);
  const titleOf = useTableTitle();
  const table = tables.find(({ name }) => name === view.table);
  const columns = table?.columns ?? [];
  const set = (part: Partial<View>) => onChange({ ...view, ...part });
  return (
    <>
      <Select
        label={text.table}
        value={view.table}
        onChange={({ target }) => onChange(viewOf(target.value, view))}
      >
        {!table && <option value={view.table}>{titleOf(view.table)}</option>}
        {tables.map(({ name }) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </Select>
      {table && (
        <Link to="/workbooks/$workbookId/tables/$table" params={{ workbookId, table: table.name }}>
          {text.openTable}
        </Link>
      )}
      <TextField
        label={text.viewTitle}
        maxLength={1000}
        value={view.title ?? ''}
        onChange={({ target }) => set({ title: target.value || null })}
      />
      <ColumnFields columns={columns} view={view} onChange={set} />
      <FilterFields
        key={view.table}
        columns={columns}
        filter={view.filter}
        onChange={(filter) => set({ filter })}
      />
      <OrderFields columns={columns} view={view} onChange={set} />
      <TextField
        label={text.limit}
        hint={text.limitHint}
        type="number"
        min={1}
        max={1_000_000}
        value={view.limit ?? ''}
        onChange={({ target }) => set({ limit: Number(target.value) || null })}
      />
      <TotalFields columns={columns} view={view} onChange={set} />
      <Checkbox
        label={text.showHeader}
        checked={view.show_header ?? true}
        onChange={({ target }) => set({ show_header: target.checked })}
      />
    </>
  );
}
