import { Filter, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ConditionChoice } from '../../app/row-filter/condition-choice.js';
import {
  type Choice,
  choiceOf,
  choicesFor,
  conditionSentence,
  needsValue,
  typedText,
} from '../../app/row-filter/condition-names.js';
import { conditionOf } from '../../app/row-filter/condition-of.js';
import type { Condition } from '../../app/row-filter/conditions.js';
import type { GridColumn } from '../../grid/types.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    title: (name: string) => `Filter ${name}`,
    value: 'Value',
    apply: 'Apply',
    cancel: 'Cancel',
    remove: (condition: string) => `Remove the filter ${condition}`,
    clear: 'Remove all filters',
    filters: 'Filters',
  },
  {
    title: (name: string) => `「${name}」のフィルター`,
    value: '値',
    apply: '適用',
    cancel: 'キャンセル',
    remove: (condition: string) => `フィルター「${condition}」を外す`,
    clear: 'フィルターをすべて外す',
    filters: 'フィルター',
  },
);

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
  const { language } = usePreferences();
  if (conditions.length === 0) return null;
  return (
    <section className={styles.filters} aria-label={text.filters}>
      <Filter aria-hidden />
      {conditions.map((condition) => {
        const told = conditionSentence(condition, language);
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
  const [choice, setChoice] = useState(
    condition ? choiceOf(condition) : (choicesFor(column.type)[0] as Choice),
  );
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('value') ?? '');
    onApply(conditionOf(column, choice, given));
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
        <ConditionChoice type={column.type} value={choice} onChange={setChoice} />
        {needsValue(choice) && (
          <TextField
            label={text.value}
            name="value"
            defaultValue={condition && typedText(condition)}
            required
            autoFocus
          />
        )}
      </form>
    </Dialog>
  );
}
