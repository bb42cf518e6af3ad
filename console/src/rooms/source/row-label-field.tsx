import { type FormEvent, useEffect, useState } from 'react';
import { useText } from '../../text/text.js';
import { TextField } from '../../ui/field.js';
import { type SpecRegion, setRowLabel } from './spec-edits.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

/** Where the label of a row, counted from 1, stands: the name of a total beside its amount, or in the row above. */
export function RowLabelField({ draft, region, row }: { draft: Draft; region: SpecRegion; row: number }) {
  const text = useText(texts);
  const known = String(region.row_labels?.[row] ?? '');
  const [typed, setTyped] = useState(known);
  useEffect(() => {
    setTyped(known);
  }, [known]);
  const isCell = /^(?:[A-Z]{1,3}[1-9]\d{0,6})?$/.test(typed);
  const commit = () =>
    isCell && typed !== known && draft.edit(setRowLabel(draft.sheets, region.id, row, typed));
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        commit();
      }}
    >
      <TextField
        label={text.rowLabel(row)}
        value={typed}
        maxLength={10}
        error={isCell ? undefined : text.badCell}
        onChange={({ target }) => setTyped(target.value.trim().toUpperCase())}
        onBlur={commit}
      />
    </form>
  );
}
