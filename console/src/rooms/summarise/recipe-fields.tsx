import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { CalculatedFields } from './calculated-fields.js';
import { dateParts, type Group, type Measure, measureKinds, type Recipe } from './recipe.js';
import type { Column } from './recipe-sql.js';
import styles from './summarise.module.css';
import { texts } from './texts.js';

/** More columns than these are no table that people read. */
export const MAX_ACROSS = 30;

const isNumber = (type: string): boolean => /INT|DOUBLE|DECIMAL|FLOAT|REAL/.test(type);
const isMoment = (type: string): boolean => /^(DATE|TIMESTAMP)/.test(type);

interface RecipeFieldsProps {
  recipe: Recipe;
  tables: readonly ArtifactSummary[];
  /** Those that can be grouped by and summed up. */
  columns: readonly Column[];
  /** Of the column that goes across, once they are known. */
  values: readonly unknown[] | undefined;
  onChange: (change: Partial<Recipe>) => void;
}

/** All that can be chosen, from top to bottom as it happens. */
export function RecipeFields({ recipe, tables, columns, values, onChange }: RecipeFieldsProps) {
  const text = useText(texts);
  const format = useFormat();
  const { group, measures, across } = recipe;
  const [first] = columns;
  const figure: Measure = { column: columns.find(({ type }) => isNumber(type))?.name ?? '', how: 'sum' };
  return (
    <>
      <JoinFields recipe={recipe} tables={tables} onChange={onChange} />
      <CalculatedFields
        key={recipe.table}
        calculated={recipe.calculated}
        columns={columns}
        onChange={(calculated) => onChange({ calculated })}
      />
      <Lines
        title={text.group}
        items={group}
        add={text.addGroup}
        nameOf={({ column }) => column}
        onAdd={() => first && onChange({ group: [...group, { column: first.name }] })}
        onChange={(changed) => onChange({ group: changed })}
      >
        {(one, at, change) => <GroupFields group={one} place={at + 1} columns={columns} onChange={change} />}
      </Lines>
      <Lines
        title={text.measures}
        items={measures}
        add={text.addMeasure}
        nameOf={({ column, how }) => `${text[how]} ${column || text.allRows}`}
        onAdd={() =>
          onChange({
            measures: [...measures, figure.column === '' ? { column: '', how: 'count' } : figure],
          })
        }
        onChange={(changed) => onChange({ measures: changed })}
      >
        {(one, at, change) => (
          <MeasureFields measure={one} place={at + 1} columns={columns} onChange={change} />
        )}
      </Lines>
      <section className={styles.step}>
        <Select
          label={text.across}
          value={across ?? ''}
          hint={
            across !== undefined &&
            values &&
            (values.length > MAX_ACROSS
              ? text.tooMany(format.number(MAX_ACROSS))
              : text.acrossHint(format.number(values.length)))
          }
          onChange={({ target }) => onChange({ across: target.value || undefined })}
        >
          <option value="">{text.acrossNone}</option>
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </section>
    </>
  );
}

function JoinFields({ recipe, tables, onChange }: Pick<RecipeFieldsProps, 'recipe' | 'tables' | 'onChange'>) {
  const text = useText(texts);
  const { table, join } = recipe;
  const columnsOf = (name: string): string[] =>
    tables.find((one) => one.name === name)?.schema?.map((column) => column.name) ?? [];
  function choose(other: string): void {
    // A column of the same name is mostly what both have in common.
    const [left, right] = [columnsOf(table), columnsOf(other)];
    const plain = (name: string) => name.toLowerCase();
    const same = left.find((name) => right.some((one) => plain(one) === plain(name)));
    const match = right.find((name) => same !== undefined && plain(name) === plain(same));
    onChange({
      join: other ? { table: other, left: same ?? left[0] ?? '', right: match ?? right[0] ?? '' } : undefined,
    });
  }
  const columnSelect = (label: string, of: string, side: 'left' | 'right') =>
    join && (
      <Select
        label={label}
        value={join[side]}
        onChange={({ target }) => onChange({ join: { ...join, [side]: target.value } })}
      >
        {columnsOf(of).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    );
  return (
    <fieldset className={styles.step}>
      <legend>{text.join}</legend>
      <Select
        label={text.joinTable}
        value={join?.table ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{text.joinNone}</option>
        {tables
          .filter(({ name }) => name !== table)
          .map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
      </Select>
      {join && (
        <div className={styles.pair}>
          {columnSelect(text.joinLeft(table), table, 'left')}
          {columnSelect(text.joinRight(join.table), join.table, 'right')}
        </div>
      )}
    </fieldset>
  );
}

interface LinesProps<Item> {
  title: string;
  items: readonly Item[];
  /** On the button that adds one. */
  add: string;
  nameOf: (item: Item) => string;
  onAdd: () => void;
  onChange: (items: Item[]) => void;
  children: (item: Item, at: number, change: (to: Item) => void) => ReactNode;
}

/** A list of choices, each of which can be changed and taken away. */
function Lines<Item>({ title, items, add, nameOf, onAdd, onChange, children }: LinesProps<Item>) {
  const text = useText(texts);
  return (
    <fieldset className={styles.step}>
      <legend>{title}</legend>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is chosen in a line decides nothing about which one it is.
        <div key={at} className={styles.line}>
          {children(item, at, (to) => onChange(items.with(at, to)))}
          <IconButton
            label={text.remove(nameOf(item))}
            icon={<X />}
            onClick={() => onChange(items.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button look="quiet" icon={<Plus />} onClick={onAdd}>
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

interface OfColumns<Item> {
  place: number;
  columns: readonly Column[];
  onChange: (to: Item) => void;
}

function GroupFields({ group, place, columns, onChange }: OfColumns<Group> & { group: Group }) {
  const text = useText(texts);
  const type = columns.find(({ name }) => name === group.column)?.type ?? '';
  return (
    <>
      <select
        aria-label={text.groupColumn(place)}
        value={group.column}
        onChange={({ target }) => onChange({ column: target.value })}
      >
        {columns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {isMoment(type) && (
        <select
          aria-label={text.part(group.column)}
          value={group.part ?? ''}
          onChange={({ target }) =>
            onChange({ ...group, part: dateParts.find((part) => part === target.value) })
          }
        >
          <option value="">{text.value}</option>
          {dateParts.map((part) => (
            <option key={part} value={part}>
              {text[part]}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

function MeasureFields({ measure, place, columns, onChange }: OfColumns<Measure> & { measure: Measure }) {
  const text = useText(texts);
  const { how } = measure;
  const needsNumber = how === 'sum' || how === 'avg' || how === 'median';
  return (
    <>
      <select
        aria-label={text.how(place)}
        value={how}
        onChange={({ target }) => {
          const chosen = measureKinds.find((kind) => kind === target.value) ?? 'count';
          // Only rows can be counted without naming a column.
          const column = measure.column || (chosen === 'count' ? '' : (columns[0]?.name ?? ''));
          onChange({ column, how: chosen });
        }}
      >
        {measureKinds.map((kind) => (
          <option key={kind} value={kind}>
            {text[kind]}
          </option>
        ))}
      </select>
      <select
        aria-label={text.measureColumn(place)}
        value={measure.column}
        onChange={({ target }) => onChange({ ...measure, column: target.value })}
      >
        {how === 'count' && <option value="">{text.allRows}</option>}
        {columns
          .filter(({ name, type }) => !needsNumber || isNumber(type) || name === measure.column)
          .map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
      </select>
    </>
  );
}
