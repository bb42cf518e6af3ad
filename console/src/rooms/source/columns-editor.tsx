import { useEffect, useState } from 'react';
import { useTypeName } from '../../app/type-names.js';
import { useText } from '../../text/text.js';
import styles from './side-panel.module.css';
import { changeColumn, placeOfColumn, type SpecColumn, type SpecRegion } from './spec-edits.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

const types = ['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ'] as const;
const extracts = ['number', 'hours'] as const;
const roles = ['key', 'attribute', 'period', 'value'] as const;

/** The columns of a table: what they are called, and what is in them. */
export function ColumnsEditor({ draft, region }: { draft: Draft; region: SpecRegion }) {
  const text = useText(texts);
  const nameOfType = useTypeName();
  const change = (column: SpecColumn, changed: Partial<SpecColumn>) =>
    draft.edit(changeColumn(draft.sheets, region.id, placeOfColumn(column), changed), {
      region: region.id,
      place: placeOfColumn(column),
    });
  return (
    <div className={styles.section}>
      <h2>{text.columns}</h2>
      <table className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">
              <span className="for-screen-readers">{text.column}</span>
            </th>
            <th scope="col">{text.name}</th>
            <th scope="col">{text.type}</th>
            <th scope="col">{text.role}</th>
          </tr>
        </thead>
        <tbody>
          {region.columns.map((column) => {
            const place = placeOfColumn(column);
            const { name, type, role, extract } = column;
            return (
              <tr key={place}>
                <th scope="row">{place}</th>
                <td>
                  <ColumnName
                    label={text.nameOf(place)}
                    name={name}
                    onCommit={(next) => change(column, { name: next })}
                  />
                </td>
                <td>
                  <select
                    aria-label={text.typeOf(place)}
                    value={extract ?? type}
                    onChange={({ target }) => change(column, takenAs(target.value))}
                  >
                    {types.map((one) => (
                      <option key={one} value={one}>
                        {nameOfType(one)}
                      </option>
                    ))}
                    {extracts.map((one) => (
                      <option key={one} value={one}>
                        {one === 'number' ? text.numberInText : text.hoursInText}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  <select
                    aria-label={text.roleOf(place)}
                    value={role}
                    onChange={({ target }) => change(column, { role: target.value as typeof role })}
                  >
                    {roles
                      .filter((one) => one !== 'period' || role === 'period')
                      .map((one) => (
                        <option key={one} value={one}>
                          {text[one]}
                        </option>
                      ))}
                  </select>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Of a text that is more than its value, the number or the hours in it are kept; of other cells the whole. */
function takenAs(chosen: string): Partial<SpecColumn> {
  const extract = extracts.find((one) => one === chosen);
  return extract ? { type: 'DOUBLE', extract } : { type: chosen as SpecColumn['type'], extract: undefined };
}

/** Counts when the field is left or Enter is pressed. */
function ColumnName({
  label,
  name,
  onCommit,
}: {
  label: string;
  name: string;
  onCommit: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  useEffect(() => {
    setTyped(name);
  }, [name]);
  const commit = () => {
    if (typed.trim() === '') setTyped(name);
    else if (typed !== name) onCommit(typed);
  };
  return (
    <input
      aria-label={label}
      value={typed}
      maxLength={200}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && commit()}
    />
  );
}
