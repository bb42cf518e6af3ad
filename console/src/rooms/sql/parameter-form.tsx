import type { ParameterValue, ParameterValues } from '../../app/sql/sql-tokens.js';
import { useText } from '../../text/text.js';
import { Select, TextField } from '../../ui/field.js';
import styles from './query-page.module.css';
import { queryTexts } from './texts.js';

type Kind = 'text' | 'number' | 'boolean' | 'empty';

const kindOf = (value: ParameterValue): Kind => {
  if (value === null) return 'empty';
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean');
};

/** What a value becomes under another kind, as far as it fits. */
function asKind(value: ParameterValue, kind: Kind): ParameterValue {
  switch (kind) {
    case 'text':
      return value === null ? '' : String(value);
    case 'number':
      return Number.isFinite(Number(value)) ? Number(value) : 0;
    case 'boolean':
      return value === true || value === 'true';
    case 'empty':
      return null;
  }
}

interface ParameterFormProps {
  names: string[];
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
}

/** A field for each parameter of the statement; values are bound, never spliced into it. */
export function ParameterForm({ names, values, onChange }: ParameterFormProps) {
  const text = useText(queryTexts);
  return (
    <fieldset className={styles.parameters}>
      <legend className="for-screen-readers">{text.parameters}</legend>
      {names.map((name) => {
        const value = values[name] ?? (name in values ? null : '');
        const set = (next: ParameterValue) => onChange({ ...values, [name]: next });
        const label = name.startsWith('?') ? name : `$${name}`;
        const kind = kindOf(value);
        return (
          <div key={name} className={styles.parameter}>
            {kind === 'boolean' ? (
              <Select label={label} value={String(value)} onChange={(e) => set(e.target.value === 'true')}>
                <option value="true">{text.yes}</option>
                <option value="false">{text.no}</option>
              </Select>
            ) : (
              <TextField
                label={label}
                type={kind === 'number' ? 'number' : 'text'}
                step="any"
                disabled={kind === 'empty'}
                value={value === null ? '' : String(value)}
                onChange={(e) => set(kind === 'number' ? Number(e.target.value) : e.target.value)}
              />
            )}
            <Select
              label={text.parameterKind(label)}
              value={kind}
              onChange={(e) => set(asKind(value, e.target.value as Kind))}
            >
              {(['text', 'number', 'boolean', 'empty'] as const).map((one) => (
                <option key={one} value={one}>
                  {text[one]}
                </option>
              ))}
            </Select>
          </div>
        );
      })}
    </fieldset>
  );
}
