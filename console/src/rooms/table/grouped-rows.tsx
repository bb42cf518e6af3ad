import { useQuery } from '@tanstack/react-query';
import type { Filter } from '@workbook-data-service/client';
import { type SummaryAnswer, summarizeRows } from '@workbook-data-service/client/api';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isNumeric } from '../../app/column-types.js';
import type { Condition } from '../../app/row-filter/conditions.js';
import { service } from '../../app/service.js';
import { shownText } from '../../grid/cell-text.js';
import type { GridColumn } from '../../grid/types.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { conditionOfAll, pathOf, type TablePlace, type Viewed } from './first-rows.js';
import styles from './grouped-rows.module.css';

const texts = messages(
  {
    groups: 'Groups',
    by: 'Group by',
    thenBy: 'Then by',
    nothing: '–',
    end: 'Show all rows',
    rows: 'Rows',
    sum: (column: string) => `Sum of ${column}`,
    empty: '(empty)',
    open: (value: string) => `Unfold ${value}`,
    close: (value: string) => `Fold ${value}`,
    show: (value: string, rows: string) => `${rows}: show the rows of ${value}`,
    more: (shown: string, all: string) => `The first ${shown} of ${all} groups are listed.`,
    total: 'Total',
  },
  {
    groups: 'グループ',
    by: 'グループ化する列',
    thenBy: '次にグループ化する列',
    nothing: '–',
    end: 'すべての行を表示',
    rows: '行数',
    sum: (column: string) => `${column} の合計`,
    empty: '（空）',
    open: (value: string) => `「${value}」を展開`,
    close: (value: string) => `「${value}」を折りたたむ`,
    show: (value: string, rows: string) => `${rows}: 「${value}」の行を表示`,
    more: (shown: string, all: string) => `${all} グループのうち、最初の ${shown} グループを表示しています。`,
    total: '合計',
  },
);

const MAX_GROUPS = 1000;
/** Beyond that the list is wider than a screen. */
const MAX_SUMMED = 8;

type Group = SummaryAnswer['groups'][number];

interface GroupedRowsProps {
  place: TablePlace;
  viewed: Viewed;
  /** Those that are shown. */
  columns: readonly GridColumn[];
  groupBy: readonly string[];
  /** Empty: no more. */
  onGroupBy: (columns: string[]) => void;
  /** To the rows of a group. */
  onShow: (conditions: Condition[]) => void;
}

/** The rows folded into groups of the same value, with how many there are and what their numbers come to. */
export function GroupedRows({ place, viewed, columns, groupBy, onGroupBy, onShow }: GroupedRowsProps) {
  const text = useText(texts);
  const summed = columns
    .filter(({ name, type, badge }) => isNumeric(type) && badge !== 'masked' && !groupBy.includes(name))
    .slice(0, MAX_SUMMED);
  const [first = '', second] = groupBy;
  const choices = (other: string | undefined) =>
    columns
      .filter(({ name, type }) => name !== other && type !== 'JSON')
      .map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ));
  return (
    <div className={styles.grouped}>
      <div className={styles.choices}>
        <Select
          label={text.by}
          value={first}
          onChange={({ target }) => onGroupBy([target.value, ...(second ? [second] : [])])}
        >
          {choices(second)}
        </Select>
        <Select
          label={text.thenBy}
          value={second ?? ''}
          onChange={({ target }) => onGroupBy(target.value ? [first, target.value] : [first])}
        >
          <option value="">{text.nothing}</option>
          {choices(first)}
        </Select>
        <Button onClick={() => onGroupBy([])}>{text.end}</Button>
      </div>
      <section className={styles.list} aria-label={text.groups}>
        <table>
          <thead>
            <tr>
              <th scope="col">{groupBy.join(' · ')}</th>
              <th scope="col">{text.rows}</th>
              {summed.map(({ name }) => (
                <th key={name} scope="col">
                  {text.sum(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Level
              key={groupBy.join()}
              place={place}
              viewed={viewed}
              columns={columns}
              groupBy={groupBy}
              within={[]}
              summed={summed}
              onShow={onShow}
            />
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface LevelProps extends Omit<GroupedRowsProps, 'onGroupBy'> {
  /** The groups that these are in. */
  within: Condition[];
  summed: readonly GridColumn[];
}

const isValue = (column: string, value: unknown): Condition =>
  value === null ? { column, op: 'is_null', value: true } : { column, op: 'eq', value };

function Level(props: LevelProps) {
  const { place, viewed, columns, groupBy, within, summed } = props;
  const text = useText(texts);
  const format = useFormat();
  const name = groupBy[within.length] ?? '';
  const column = columns.find((one) => one.name === name);
  const filter = conditionOfAll({ ...viewed, filter: [...(viewed.filter ?? []), ...within] });
  const found = useQuery({
    queryKey: [
      'workbook',
      place.workbookId,
      'groups',
      place.table,
      name,
      filter,
      viewed.as_of,
      summed.map((one) => one.name),
    ],
    queryFn: ({ signal }) => readGroups(place, viewed, { name, filter, summed, signal }),
  });
  const width = summed.length + 2;
  if (found.error || !found.data)
    return (
      <tr>
        <td colSpan={width}>{found.error ? <ProblemNotice error={found.error} /> : <Loading />}</td>
      </tr>
    );
  const { groups, group_count, total } = found.data;
  return (
    <>
      {groups.map((group) => (
        <GroupLines key={JSON.stringify(group.values)} {...props} group={group} column={column} />
      ))}
      {group_count > groups.length && (
        <tr>
          <td colSpan={width}>{text.more(format.number(groups.length), format.number(group_count))}</td>
        </tr>
      )}
      {within.length === 0 && (
        <tr className={styles.total}>
          <th scope="row">{text.total}</th>
          <td>{format.number(total)}</td>
          {summed.map((one, i) => (
            <Sum key={one.name} column={one} value={group_count > groups.length ? null : sumOf(groups, i)} />
          ))}
        </tr>
      )}
    </>
  );
}

async function readGroups(
  place: TablePlace,
  { as_of }: Viewed,
  asked: { name: string; filter: Filter | undefined; summed: readonly GridColumn[]; signal: AbortSignal },
): Promise<SummaryAnswer> {
  const { name, filter, summed, signal } = asked;
  return await summarizeRows(service, {
    path: pathOf(place),
    query: {
      group_by: JSON.stringify([name]),
      columns: JSON.stringify(summed.map((column) => column.name)),
      limit: MAX_GROUPS,
      ...(filter && { filter: JSON.stringify(filter) }),
      ...(as_of !== undefined && { as_of }),
    },
    signal,
  });
}

const sumOf = (groups: readonly Group[], column: number): number =>
  groups.reduce((sum, { columns }) => sum + Number(columns[column]?.sum ?? 0), 0);

function GroupLines({
  group,
  column,
  ...level
}: LevelProps & { group: Group; column: GridColumn | undefined }) {
  const { groupBy, within, summed, onShow } = level;
  const text = useText(texts);
  const format = useFormat();
  const { language } = usePreferences();
  const [isOpen, setIsOpen] = useState(false);
  const value = group.values[0] ?? null;
  const name = groupBy[within.length] ?? '';
  const shown = shownText(value, column ?? { name, type: 'VARCHAR' }, language) || text.empty;
  const path = [...within, isValue(name, value)];
  const hasMore = within.length + 1 < groupBy.length;
  const shownRows = text.show(shown, format.number(group.rows));
  return (
    <>
      <tr>
        <th scope="row" style={{ paddingInlineStart: 8 + within.length * 24 }}>
          {hasMore ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={(isOpen ? text.close : text.open)(shown)}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
              {shown}
            </button>
          ) : (
            shown
          )}
        </th>
        <td>
          <button type="button" aria-label={shownRows} title={shownRows} onClick={() => onShow(path)}>
            {format.number(group.rows)}
          </button>
        </td>
        {summed.map((one, i) => (
          <Sum key={one.name} column={one} value={group.columns[i]?.sum} />
        ))}
      </tr>
      {isOpen && <Level {...level} within={path} />}
    </>
  );
}

function Sum({ column, value }: { column: GridColumn; value: unknown }) {
  const { language } = usePreferences();
  const sum = typeof value === 'number' ? Number(value.toPrecision(15)) : value;
  return <td>{shownText(sum, { ...column, name: '' }, language)}</td>;
}
