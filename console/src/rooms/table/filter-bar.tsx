import type { Filter } from '@workbook-data-service/client';
import { Filter as FilterIcon, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
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
import { type Condition, isSearch } from '../../app/row-filter/conditions.js';
import { isText } from '../../grid/cell-text.js';
import type { GridColumn } from '../../grid/types.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import type { TablePlace } from './first-rows.js';
import styles from './table-page.module.css';
import { ValueChoice } from './value-choice.js';

const texts = messages(
  {
    title: (name: string) => `Filter ${name}`,
    value: 'Value',
    apply: 'Apply',
    cancel: 'Cancel',
    remove: (condition: string) => `Remove the filter ${condition}`,
    clear: 'Remove all filters',
    filters: 'Filters',
    ofView: 'Filtered by the view',
    byValues: 'By values…',
    byCondition: 'By a condition…',
  },
  {
    title: (name: string) => `「${name}」のフィルター`,
    value: '値',
    apply: '適用',
    cancel: 'キャンセル',
    remove: (condition: string) => `フィルター「${condition}」を外す`,
    clear: 'フィルターをすべて外す',
    filters: 'フィルター',
    ofView: 'ビューのフィルターを適用中',
    byValues: '値で絞り込む…',
    byCondition: '条件で絞り込む…',
  },
);

/** The conditions that the rows in view meet, each of which can be removed. */
export function FilterBar({
  search,
  conditions,
  hasMore = false,
  onChange,
  onEdit,
}: {
  /** The field above all of them. */
  search: ReactNode;
  conditions: Condition[];
  /** Whether a filter holds as well that is no list of conditions. */
  hasMore?: boolean;
  onChange: (conditions: Condition[]) => void;
  onEdit: (column: string) => void;
}) {
  const text = useText(texts);
  const { language } = usePreferences();
  const shown = conditions.filter((one) => !isSearch(one));
  const hasAny = conditions.length > 0 || hasMore;
  if (!hasAny && !search) return null;
  return (
    <section className={styles.filters} aria-label={text.filters}>
      {search}
      {hasAny && <FilterIcon aria-hidden />}
      {hasMore && <span>{text.ofView}</span>}
      {shown.map((condition) => {
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
      {hasAny && (
        <Button look="quiet" onClick={() => onChange([])}>
          {text.clear}
        </Button>
      )}
    </section>
  );
}

interface FilterDialogProps {
  place: TablePlace;
  column: GridColumn;
  condition: Condition | undefined;
  /** What else the rows meet. */
  others: Filter | undefined;
  asOf: string | undefined;
  /** Undefined: the column is not filtered by any more. */
  onApply: (condition: Condition | undefined) => void;
  onClose: () => void;
}

/** The values that a condition ticks; undefined where it is about something else than values. */
function tickedBy(condition: Condition | undefined): unknown[] | undefined {
  if (!condition) return [];
  if (condition.op === 'in') return [condition.value].flat();
  if (condition.op === 'eq') return [condition.value];
  return condition.op === 'is_null' && condition.value !== false ? [null] : undefined;
}

/** Chooses by values that are ticked, or by a condition: texts rather by values, numbers and dates rather by a condition. */
export function FilterDialog(props: FilterDialogProps) {
  const { place, column, condition, others, asOf, onApply, onClose } = props;
  const text = useText(texts);
  const [choice, setChoice] = useState(
    condition ? choiceOf(condition) : (choicesFor(column.type)[0] as Choice),
  );
  const [ticked, setTicked] = useState(tickedBy(condition));
  const [byValues, setByValues] = useState(
    condition ? condition.op === 'in' : isText(column) || column.type === 'BOOLEAN',
  );
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('value') ?? '');
    if (!byValues) onApply(conditionOf(column, choice, given));
    else onApply(ticked?.length ? { column: column.name, op: 'in', value: ticked } : undefined);
    onClose();
  }
  return (
    <Dialog
      title={text.title(column.name)}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={() => setByValues(!byValues)}>
            {byValues ? text.byCondition : text.byValues}
          </Button>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="filter" look="primary">
            {text.apply}
          </Button>
        </>
      }
    >
      <form id="filter" onSubmit={submit} className={styles.form}>
        {byValues ? (
          <ValueChoice
            place={place}
            column={column}
            others={others}
            asOf={asOf}
            ticked={ticked ?? []}
            onTick={setTicked}
          />
        ) : (
          <>
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
          </>
        )}
      </form>
    </Dialog>
  );
}
