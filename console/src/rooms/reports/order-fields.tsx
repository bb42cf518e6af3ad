import { useText } from '../../text/text.js';
import { Checkbox, Select } from '../../ui/field.js';
import { type BlockOf, orderOf, type ReportTable } from './blocks.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

type View = BlockOf['table_view'];

interface OrderFieldsProps {
  columns: ReportTable['columns'];
  view: View;
  onChange: (part: Partial<View>) => void;
}

/** The columns by which rows are sorted, with room for one more. */
export function OrderFields({ columns, view, onChange }: OrderFieldsProps) {
  const text = useText(reportTexts);
  const terms = orderOf(view);
  const chosen = terms.map((term) => term.replace(/^-/, ''));
  const set = (place: number, term: string) =>
    onChange({ order_by: term === '' ? terms.toSpliced(place, 1) : terms.toSpliced(place, 1, term) });
  const places = terms.length < Math.min(columns.length, 50) ? [...terms, ''] : terms;
  return (
    <fieldset className={styles.choices}>
      <legend>{text.order}</legend>
      {places.map((term, place) => {
        const isDescending = term.startsWith('-');
        const column = chosen[place] ?? '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: terms have no identity but their place.
          <div key={place} className={styles.term}>
            <Select
              label={text.sortBy(place + 1)}
              value={column}
              onChange={({ target }) =>
                set(place, target.value && (isDescending ? `-${target.value}` : target.value))
              }
            >
              <option value="">{place === 0 ? text.asInTable : text.nothing}</option>
              {columns
                .filter(({ name }) => name === column || !chosen.includes(name))
                .map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
            </Select>
            {column !== '' && (
              <Checkbox
                label={text.descending(place + 1)}
                checked={isDescending}
                onChange={({ target }) => set(place, target.checked ? `-${column}` : column)}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
