import { useEffect, useState } from 'react';
import { useText } from '../../app/text.js';
import styles from './side-panel.module.css';
import { changeColumn, type SpecColumn, type SpecRegion } from './spec-edits.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

const types = ['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ'] as const;
const roles = ['key', 'attribute', 'period', 'value'] as const;

/** The columns of a table: what they are called, and what is in them. */
export function ColumnsEditor({ draft, region }: { draft: Draft; region: SpecRegion }) {
  const text = useText(texts);
  const change = (source: string, changed: Partial<SpecColumn>) =>
    draft.edit(changeColumn(draft.sheets, region.id, source, changed), { region: region.id, source });
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
          {region.columns.map(({ source, cell = source, name, type, role }) => (
            <tr key={cell}>
              <th scope="row">{cell}</th>
              <td>
                <ColumnName
                  label={text.nameOf(cell)}
                  name={name}
                  onCommit={(next) => change(source, { name: next })}
                />
              </td>
              <td>
                <select
                  aria-label={text.typeOf(cell)}
                  value={type}
                  onChange={({ target }) => change(source, { type: target.value as SpecColumn['type'] })}
                >
                  {types.map((one) => (
                    <option key={one} value={one}>
                      {text[one]}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <select
                  aria-label={text.roleOf(cell)}
                  value={role}
                  onChange={({ target }) => change(source, { role: target.value as SpecColumn['role'] })}
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
          ))}
        </tbody>
      </table>
    </div>
  );
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
  useEffect(() => setTyped(name), [name]);
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
