import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { quotedName } from '../../app/sql/sql-tokens.js';
import { usePreferences } from '../../preferences.js';
import { useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { TextArea, TextField } from '../../ui/field.js';
import { formulaFunctions } from './formula-help.js';
import type { Calculated } from './recipe.js';
import type { Column } from './recipe-sql.js';
import styles from './summarise.module.css';
import { texts } from './texts.js';

/** How long nothing is typed before the preview follows. */
const PAUSE_MS = 500;

interface CalculatedFieldsProps {
  calculated: readonly Calculated[];
  columns: readonly Column[];
  onChange: (calculated: Calculated[]) => void;
}

/** Columns by formulas. What is half typed stays here, and is passed on when its author pauses. */
export function CalculatedFields({ calculated, columns, onChange }: CalculatedFieldsProps) {
  const text = useText(texts);
  const [typed, setTyped] = useState<Calculated[]>([...calculated]);
  const pass = useRef(onChange);
  pass.current = onChange;
  useEffect(() => {
    const whole = typed.filter(({ name, formula }) => name.trim() && formula.trim());
    const timer = setTimeout(() => {
      if (JSON.stringify(whole) !== JSON.stringify(calculated)) pass.current(whole);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, calculated]);
  return (
    <fieldset className={styles.step}>
      <legend>{text.calculated}</legend>
      {typed.map((one, at) => (
        <CalculatedColumn
          // biome-ignore lint/suspicious/noArrayIndexKey: what is typed in a line decides nothing about which one it is.
          key={at}
          place={at + 1}
          calculated={one}
          // Its own name is none that its formula can use.
          columns={columns.filter(({ name }) => name !== one.name)}
          onChange={(to) => setTyped(typed.with(at, to))}
          onRemove={() => setTyped(typed.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button look="quiet" icon={<Plus />} onClick={() => setTyped([...typed, { name: '', formula: '' }])}>
          {text.addCalculated}
        </Button>
      </div>
    </fieldset>
  );
}

interface CalculatedColumnProps {
  place: number;
  calculated: Calculated;
  columns: readonly Column[];
  onChange: (to: Calculated) => void;
  onRemove: () => void;
}

function CalculatedColumn({ place, calculated, columns, onChange, onRemove }: CalculatedColumnProps) {
  const text = useText(texts);
  const { language } = usePreferences();
  const formula = useRef<HTMLDivElement>(null);
  /** Puts a piece where the cursor is, over what is selected there. */
  function insert(piece: string): void {
    const area = formula.current?.querySelector('textarea');
    if (!area) return;
    const { selectionStart: from, selectionEnd: to, value } = area;
    onChange({ ...calculated, formula: value.slice(0, from) + piece + value.slice(to) });
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(from + piece.length, from + piece.length);
    });
  }
  return (
    <div className={styles.calculated}>
      <div className={styles.line}>
        <TextField
          label={text.name(place)}
          value={calculated.name}
          maxLength={200}
          onChange={({ target }) => onChange({ ...calculated, name: target.value })}
        />
        <IconButton
          label={text.remove(calculated.name || text.name(place))}
          icon={<X />}
          onClick={onRemove}
        />
      </div>
      <div ref={formula}>
        <TextArea
          label={text.formula(place)}
          hint={text.formulaHint}
          rows={2}
          spellCheck={false}
          value={calculated.formula}
          onChange={({ target }) => onChange({ ...calculated, formula: target.value })}
        />
      </div>
      <div className={styles.pair}>
        <select
          aria-label={text.insertColumn}
          value=""
          onChange={({ target }) => insert(quotedName(target.value))}
        >
          <option value="">{text.insertColumn}</option>
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select aria-label={text.insertFunction} value="" onChange={({ target }) => insert(target.value)}>
          <option value="">{text.insertFunction}</option>
          {formulaFunctions.map(({ sample, about }) => (
            <option key={sample} value={sample}>
              {about[language]}: {sample}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
