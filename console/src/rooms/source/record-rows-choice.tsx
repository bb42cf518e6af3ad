import { useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { type SpecRegion, setRecordRows } from './spec-edits.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

/** More rows are rare, and shown where a spec has them. */
const MOST_OFFERED = 6;

/** How many rows of the sheet make one record. */
export function RecordRowsChoice({ draft, region }: { draft: Draft; region: SpecRegion }) {
  const text = useText(texts);
  const { id, record_rows: rows = 1 } = region;
  const offered = Array.from({ length: Math.max(MOST_OFFERED, rows) }, (_, at) => at + 1);
  return (
    <Select
      label={text.recordRows}
      value={rows}
      onChange={({ target }) => draft.edit(setRecordRows(draft.sheets, id, Number(target.value)))}
    >
      {offered.map((count) => (
        <option key={count} value={count}>
          {text.rowsOfRecord(count)}
        </option>
      ))}
    </Select>
  );
}
