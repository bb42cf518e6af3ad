import { useTableTitle } from '../../app/use-table-title.js';
import { useText } from '../../text/text.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { type ChartChoices, type ChartTable, fieldsOf, isMoment, isNumber } from './chart-choices.js';
import { ChartKinds } from './chart-kinds.js';
import { chartTexts } from './chart-texts.js';
import styles from './charts-page.module.css';

interface ChartFieldsProps {
  tables: ChartTable[];
  choices: ChartChoices;
  onChoose: (change: ChartChoices) => void;
  onTable: (table: ChartTable) => void;
}

/** The parameters that the chosen kind of chart has. */
export function ChartFields({ tables, choices, onChoose, onTable }: ChartFieldsProps) {
  const text = useText(chartTexts);
  const titleOf = useTableTitle();
  const { chart_type: type = 'bar', y = [] } = choices;
  const fields = fieldsOf(type);
  const columns = tables.find(({ name }) => name === choices.table)?.columns ?? [];
  const names = columns.map(({ name }) => name);
  const xType = columns.find(({ name }) => name === choices.x)?.type ?? '';
  const choice = <Key extends keyof ChartChoices>(key: Key) => ({
    value: (choices[key] as string | undefined) ?? '',
    onChoose: (value: string) =>
      onChoose({ [key]: value === '' ? undefined : value } as unknown as ChartChoices),
  });
  return (
    <>
      <Select
        label={text.table}
        value={choices.table ?? ''}
        onChange={(e) => {
          const table = tables.find(({ name }) => name === e.target.value);
          if (table) onTable(table);
        }}
      >
        {tables.map(({ name }) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </Select>
      <ChartKinds kind={type} onChoose={(chart_type) => onChoose({ chart_type })} />
      <Choice
        label={text.x}
        {...choice('x')}
        none={fields.needsX ? undefined : text.noColumn}
        options={names.map((name) => [name, name])}
      />
      {fields.y > 0 && (
        <fieldset className={styles.values}>
          <legend>{text.y}</legend>
          {!fields.needsY && <small>{text.yHint}</small>}
          {columns
            .filter(({ type }) => isNumber(type))
            .map(({ name }) => (
              <Checkbox
                key={name}
                label={name}
                checked={y.includes(name)}
                onChange={(e) => {
                  const others = fields.y === 1 ? [] : y.filter((one) => one !== name);
                  const next = e.target.checked ? [...others, name] : others;
                  onChoose({ y: next.length > 0 ? next : undefined });
                }}
              />
            ))}
        </fieldset>
      )}
      {fields.hasSeries && y.length < 2 && (
        <Choice
          label={fields.needsSeries ? text.rows : text.series}
          {...choice('series')}
          none={text.noColumn}
          options={names.filter((name) => name !== choices.x).map((name) => [name, name])}
        />
      )}
      <details className={styles.more}>
        <summary>{text.finer}</summary>
        <div className={styles.fields}>
          {fields.aggregates && (
            <Choice
              label={text.aggregate}
              {...choice('aggregate')}
              none={text.automatic}
              options={[
                ['sum', text.sum],
                ['avg', text.avg],
                ['count', text.count],
                ['min', text.min],
                ['max', text.max],
                ['median', text.median],
                ['none', text.none_],
              ]}
            />
          )}
          {fields.aggregates && isMoment(xType) && (
            <Choice
              label={text.timeUnit}
              {...choice('time_unit')}
              none={text.automatic}
              options={(['year', 'quarter', 'month', 'week', 'day', 'hour'] as const).map((unit) => [
                unit,
                text[unit],
              ])}
            />
          )}
          {fields.aggregates && !isMoment(xType) && (
            <Choice
              label={text.sort}
              {...choice('sort')}
              none={text.automatic}
              options={[
                ['table', text.byTable],
                ['x', text.byX],
                ['-x', text.byXDown],
                ['y', text.byY],
                ['-y', text.byYDown],
              ]}
            />
          )}
          {fields.hasLimit && (
            <TextField
              label={text.limit}
              type="number"
              min={1}
              max={500}
              placeholder={text.automatic}
              value={choices.limit ?? ''}
              onChange={(e) => onChoose({ limit: Number(e.target.value) || undefined })}
            />
          )}
          {fields.hasBins && (
            <TextField
              label={text.bins}
              type="number"
              min={2}
              max={100}
              placeholder={text.automatic}
              value={choices.bins ?? ''}
              onChange={(e) => onChoose({ bins: Number(e.target.value) || undefined })}
            />
          )}
          {fields.hasOrientation && (
            <Choice
              label={text.orientation}
              {...choice('orientation')}
              none={text.automatic}
              options={[
                ['vertical', text.vertical],
                ['horizontal', text.horizontal],
              ]}
            />
          )}
        </div>
      </details>
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  /** What no choice is called; absent where there must be one. */
  none?: string | undefined;
  options: (readonly [value: string, label: string])[];
}

function Choice({ label, value, onChoose, none, options }: ChoiceProps) {
  return (
    <Select label={label} value={value} onChange={(e) => onChoose(e.target.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </Select>
  );
}
