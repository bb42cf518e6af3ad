import { useText } from '../../text/text.js';
import { Checkbox } from '../../ui/field.js';
import { type BlockOf, type ReportTable, type TotalFunction, totalsFor } from './blocks.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

type View = BlockOf['table_view'];

interface TotalFieldsProps {
  columns: ReportTable['columns'];
  view: View;
  onChange: (part: Partial<View>) => void;
}

/** What stands below each column that is shown. */
export function TotalFields({ columns, view, onChange }: TotalFieldsProps) {
  const text = useText(reportTexts);
  const totals = view.totals ?? [];
  const shown = columns.filter(({ name }) => view.columns?.includes(name) ?? true);
  const has = (column: string, fn: TotalFunction) =>
    totals.some((total) => total.column === column && total.fn === fn);
  const toggle = (column: string, fn: TotalFunction) =>
    onChange({
      totals: has(column, fn)
        ? totals.filter((total) => total.column !== column || total.fn !== fn)
        : [...totals, { column, fn }],
    });
  return (
    <fieldset className={styles.choices}>
      <legend>{text.totals}</legend>
      {shown.map(({ name, type }) => (
        <fieldset key={name} className={styles.totals} aria-label={text.totalOf(name)}>
          <span aria-hidden>{name}</span>
          {totalsFor(type).map((fn) => (
            <Checkbox key={fn} label={text[fn]} checked={has(name, fn)} onChange={() => toggle(name, fn)} />
          ))}
        </fieldset>
      ))}
    </fieldset>
  );
}
