import { useId } from 'react';
import { useText } from '../../text/text.js';
import styles from './side-panel.module.css';
import { roleOfRow, rowRoles, type SpecRegion, setRowRole } from './spec-edits.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

/** Whether a row of a table, counted from 1, is a record, names columns, heads a group, or is computed. */
export function RowRoleChoice({ draft, region, row }: { draft: Draft; region: SpecRegion; row: number }) {
  const text = useText(texts);
  const name = useId();
  const role = roleOfRow(region, row);
  return (
    <fieldset className={styles.roles}>
      <legend>{text.rowRole(row)}</legend>
      {rowRoles.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={name}
            checked={one === role}
            onChange={() => draft.edit(setRowRole(draft.sheets, region, row, one))}
          />
          {one === 'data' ? text.record : one === 'note' ? text.noteRow : text[one]}
        </label>
      ))}
    </fieldset>
  );
}
