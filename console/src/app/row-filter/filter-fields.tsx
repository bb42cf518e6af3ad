import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { JsonField } from '../../ui/json-field.js';
import { ConditionChoice } from './condition-choice.js';
import { choiceOf, choicesFor, needsValue, typedText } from './condition-names.js';
import { conditionOf } from './condition-of.js';
import { type Condition, conditionsOf, filterOf } from './conditions.js';
import styles from './filter-fields.module.css';

const texts = messages(
  {
    rows: 'Rows',
    all: 'All rows are shown.',
    add: 'Add a condition',
    nth: (n: number) => `Condition ${n}`,
    column: 'Column',
    value: 'Value',
    several: 'Several with commas between them',
    remove: (n: number) => `Remove condition ${n}`,
    asText: 'Filter',
    asTextHint: 'This filter joins conditions by “or” or “not”, so it is shown as it is stored.',
  },
  {
    rows: '行の絞り込み',
    all: 'すべての行を表示します。',
    add: '条件を追加',
    nth: (n: number) => `条件 ${n}`,
    column: '列',
    value: '値',
    several: '複数の値はコンマで区切ります',
    remove: (n: number) => `条件 ${n} を削除`,
    asText: 'フィルター',
    asTextHint: '「または」「〜でない」を含むフィルターのため、保存された形のまま表示しています。',
  },
);

interface FilterFieldsProps {
  columns: { name: string; type: string }[];
  filter: unknown;
  onChange: (filter: unknown) => void;
}

/** Which rows are shown: conditions that all hold, or any other filter as text. */
export function FilterFields({ columns, filter, onChange }: FilterFieldsProps) {
  const text = useText(texts);
  const conditions = conditionsOf(filter);
  const [first] = columns;
  if (!conditions)
    return <JsonField label={text.asText} hint={text.asTextHint} value={filter} onChange={onChange} />;
  const change = (next: Condition[]) => onChange(filterOf(next));
  return (
    <fieldset className={styles.rows}>
      <legend>{text.rows}</legend>
      {conditions.length === 0 && <small>{text.all}</small>}
      {conditions.map((condition, place) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place.
          key={place}
          place={place}
          columns={columns}
          condition={condition}
          onChange={(next) => change(conditions.with(place, next))}
          onRemove={() => change(conditions.toSpliced(place, 1))}
        />
      ))}
      {first && (
        <Button
          look="quiet"
          icon={<Plus />}
          onClick={() => change([...conditions, { column: first.name, op: 'is_null', value: false }])}
        >
          {text.add}
        </Button>
      )}
    </fieldset>
  );
}

interface ConditionFieldsProps {
  place: number;
  columns: FilterFieldsProps['columns'];
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionFields({ place, columns, condition, onChange, onRemove }: ConditionFieldsProps) {
  const text = useText(texts);
  const column = columns.find(({ name }) => name === condition.column);
  const choice = choiceOf(condition);
  // What is typed stays as it is typed, such as a comma at the end of a list.
  const [typed, setTyped] = useState(typedText(condition));
  const chosen = column ?? { name: condition.column, type: 'VARCHAR' };
  return (
    <fieldset className={styles.condition} aria-label={text.nth(place + 1)}>
      <Select
        label={text.column}
        value={condition.column}
        onChange={({ target }) => {
          const next = columns.find(({ name }) => name === target.value) ?? chosen;
          const fitting = choicesFor(next.type).includes(choice) ? choice : 'not_null';
          onChange(conditionOf(next, fitting, typed));
        }}
      >
        {!column && <option>{condition.column}</option>}
        {columns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <ConditionChoice
        type={chosen.type}
        value={choice}
        onChange={(next) => onChange(conditionOf(chosen, next, typed))}
      />
      {needsValue(choice) && (
        <TextField
          label={text.value}
          hint={choice === 'in' ? text.several : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(conditionOf(chosen, choice, target.value));
          }}
        />
      )}
      <IconButton label={text.remove(place + 1)} icon={<X />} onClick={onRemove} />
    </fieldset>
  );
}
