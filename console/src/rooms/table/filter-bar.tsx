import { Filter, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messages, useText } from '../../app/text.js';
import { isNumeric } from '../../grid/cell-text.js';
import type { GridColumn } from '../../grid/types.js';
import { Button, IconButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, TextField } from '../../ui/field.js';
import styles from './table-page.module.css';
import type { Condition, Operator } from './table-search.js';
import { typedValue } from './typed-value.js';

const texts = messages(
  {
    title: (name: string) => `Filter ${name}`,
    condition: 'Condition',
    value: 'Value',
    apply: 'Apply',
    cancel: 'Cancel',
    remove: (condition: string) => `Remove the filter ${condition}`,
    clear: 'Remove all filters',
    filters: 'Filters',
    eq: 'is',
    ne: 'is not',
    lt: 'is less than',
    le: 'is at most',
    gt: 'is more than',
    ge: 'is at least',
    contains: 'contains',
    starts_with: 'begins with',
    in: 'is one of',
    is_null: 'is empty',
    not_null: 'is not empty',
  },
  {
    title: (name: string) => `${name} のフィルター`,
    condition: '条件',
    value: '値',
    apply: '適用',
    cancel: 'キャンセル',
    remove: (condition: string) => `フィルター「${condition}」を外す`,
    clear: 'すべて外す',
    filters: 'フィルター',
    eq: 'が次に等しい',
    ne: 'が次に等しくない',
    lt: 'が次より小さい',
    le: 'が次以下',
    gt: 'が次より大きい',
    ge: 'が次以上',
    contains: 'が次を含む',
    starts_with: 'が次で始まる',
    in: 'が次のいずれか',
    is_null: 'が空',
    not_null: 'が空でない',
  },
);

type Choice = Operator | 'not_null';
const forTexts: Choice[] = ['contains', 'eq', 'ne', 'starts_with', 'is_null', 'not_null'];
const forOrdered: Choice[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'is_null', 'not_null'];

function choicesOf({ type }: GridColumn): Choice[] {
  if (type === 'BOOLEAN') return ['eq', 'is_null', 'not_null'];
  return isNumeric(type) || /^(DATE|TIME)/.test(type) ? forOrdered : forTexts;
}

const choiceOf = ({ op, value }: Condition): Choice =>
  op === 'is_null' && value === false ? 'not_null' : op;

/** The conditions that the rows in view meet, each of which can be removed. */
export function FilterBar({
  conditions,
  onChange,
  onEdit,
}: {
  conditions: Condition[];
  onChange: (conditions: Condition[]) => void;
  onEdit: (column: string) => void;
}) {
  const text = useText(texts);
  if (conditions.length === 0) return null;
  return (
    <section className={styles.filters} aria-label={text.filters}>
      <Filter aria-hidden />
      {conditions.map((condition) => {
        const choice = choiceOf(condition);
        const value = condition.op === 'is_null' ? '' : [condition.value].flat().join(', ');
        const told = `${condition.column} ${text[choice]} ${value}`.trim();
        return (
          <span key={told} className={styles.chip}>
            <button type="button" onClick={() => onEdit(condition.column)}>
              {told}
            </button>
            <IconButton
              label={text.remove(told)}
              icon={<X />}
              onClick={() => onChange(conditions.filter((one) => one !== condition))}
            />
          </span>
        );
      })}
      <Button look="quiet" onClick={() => onChange([])}>
        {text.clear}
      </Button>
    </section>
  );
}

interface FilterDialogProps {
  column: GridColumn;
  condition: Condition | undefined;
  onApply: (condition: Condition) => void;
  onClose: () => void;
}

export function FilterDialog({ column, condition, onApply, onClose }: FilterDialogProps) {
  const text = useText(texts);
  const choices = choicesOf(column);
  const [choice, setChoice] = useState<Choice>(condition ? choiceOf(condition) : (choices[0] as Choice));
  const needsValue = choice !== 'is_null' && choice !== 'not_null';
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('value') ?? '');
    const { name } = column;
    if (choice === 'is_null' || choice === 'not_null')
      onApply({ column: name, op: 'is_null', value: choice === 'is_null' });
    else onApply({ column: name, op: choice, value: typedValue(given, column.type) });
    onClose();
  }
  return (
    <Dialog
      title={text.title(column.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="filter" look="primary">
            {text.apply}
          </Button>
        </>
      }
    >
      <form id="filter" onSubmit={submit} className={styles.form}>
        <Select
          label={text.condition}
          value={choice}
          onChange={(event) => setChoice(event.target.value as Choice)}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {text[one]}
            </option>
          ))}
        </Select>
        {needsValue && (
          <TextField
            label={text.value}
            name="value"
            defaultValue={condition && condition.op !== 'is_null' ? String(condition.value) : ''}
            required
            autoFocus
          />
        )}
      </form>
    </Dialog>
  );
}
