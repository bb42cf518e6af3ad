import { ArrowDown, ArrowUp } from 'lucide-react';
import { useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { Checkbox } from '../../ui/field.js';
import type { BlockOf, ReportTable } from './blocks.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

type View = BlockOf['table_view'];

interface ColumnFieldsProps {
  columns: ReportTable['columns'];
  view: View;
  onChange: (part: Partial<View>) => void;
}

/** Which columns a view shows, and in which order. */
export function ColumnFields({ columns, view, onChange }: ColumnFieldsProps) {
  const text = useText(reportTexts);
  const names = columns.map(({ name }) => name);
  const chosen = view.columns ?? names;
  /** Totals stand below columns that are shown. */
  const choose = (next: string[]) =>
    onChange({ columns: next, totals: view.totals?.filter(({ column }) => next.includes(column)) });
  const swap = (place: number, other: number) => {
    const [one, two] = [chosen[place], chosen[other]];
    if (one !== undefined && two !== undefined) choose(chosen.with(place, two).with(other, one));
  };
  return (
    <fieldset className={styles.choices}>
      <legend>{text.columns}</legend>
      <Checkbox
        label={text.everyColumn}
        checked={!view.columns}
        disabled={columns.length === 0}
        onChange={({ target }) => onChange({ columns: target.checked ? null : names })}
      />
      {view.columns && (
        <ul className={styles.columns} aria-label={text.chosenColumns}>
          {chosen.map((name, place) => (
            <li key={name}>
              <Checkbox
                label={name}
                checked
                disabled={chosen.length === 1}
                onChange={() => choose(chosen.toSpliced(place, 1))}
              />
              <IconButton
                label={text.left(name)}
                icon={<ArrowUp />}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
              />
              <IconButton
                label={text.right(name)}
                icon={<ArrowDown />}
                disabled={place === chosen.length - 1}
                onClick={() => swap(place, place + 1)}
              />
            </li>
          ))}
          {names
            .filter((name) => !chosen.includes(name))
            .map((name) => (
              <li key={name}>
                <Checkbox label={name} checked={false} onChange={() => choose([...chosen, name])} />
              </li>
            ))}
        </ul>
      )}
    </fieldset>
  );
}
