import {
  ArrowDownAZ,
  ArrowUpAZ,
  ChartColumn,
  ChevronDown,
  Columns3,
  Filter,
  FunctionSquare,
  MessageSquareText,
  Pencil,
  Tag,
  Trash2,
  Type,
} from 'lucide-react';
import type { Rights } from '../../app/rights.js';
import type { GridColumn } from '../../grid/types.js';
import { messages, useText } from '../../text/text.js';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    open: (name: string) => `Column ${name}`,
    ascending: 'Sort ascending',
    descending: 'Sort descending',
    filter: 'Filter…',
    profile: 'Values and statistics…',
    rename: 'Rename…',
    retype: 'Change type…',
    formula: 'Formula…',
    describe: 'Describe…',
    tag: 'Tag as sensitive…',
    add: 'Add a column…',
    remove: 'Delete column…',
  },
  {
    open: (name: string) => `列「${name}」`,
    ascending: '昇順で並べ替え',
    descending: '降順で並べ替え',
    filter: 'フィルター…',
    profile: '値と統計…',
    rename: '名前を変更…',
    retype: '型を変更…',
    formula: '数式…',
    describe: '説明…',
    tag: '機密タグを付ける…',
    add: '列を追加…',
    remove: '列を削除…',
  },
);

/** What the menu of a column leads to. */
export type ColumnTask =
  | 'filter'
  | 'profile'
  | 'rename'
  | 'retype'
  | 'formula'
  | 'describe'
  | 'tag'
  | 'add'
  | 'remove';

interface ColumnMenuProps {
  column: GridColumn;
  /** What the reader may do with the column. */
  changes: readonly ColumnChange[];
  onSort: (isDescending: boolean) => void;
  onTask: (task: ColumnTask) => void;
}

const reading = [
  ['filter', Filter],
  ['profile', ChartColumn],
] as const;
const changing = [
  ['rename', Pencil],
  ['retype', Type],
  ['formula', FunctionSquare],
  ['describe', MessageSquareText],
  ['tag', Tag],
  ['add', Columns3],
] as const;

type ColumnChange = Exclude<ColumnTask, (typeof reading)[number][0]>;

/** The columns of a derived table are not its own but those of its transform; tags are a matter of governance. */
export function columnChanges({ mayWrite, mayGovern }: Rights, hasOwnColumns: boolean): ColumnChange[] {
  return [
    ...(mayWrite && hasOwnColumns ? (['rename', 'retype', 'formula', 'add', 'remove'] as const) : []),
    ...(mayWrite ? (['describe'] as const) : []),
    ...(mayGovern ? (['tag'] as const) : []),
  ];
}

export function ColumnMenu({ column, changes, onSort, onTask }: ColumnMenuProps) {
  const text = useText(texts);
  const label = text.open(column.name);
  const offered = changing.filter(([task]) => changes.includes(task));
  return (
    <Menu
      trigger={
        <button type="button" className={styles.columnMenu} aria-label={label} title={label}>
          <ChevronDown aria-hidden />
        </button>
      }
    >
      <MenuItem icon={<ArrowUpAZ aria-hidden />} onSelect={() => onSort(false)}>
        {text.ascending}
      </MenuItem>
      <MenuItem icon={<ArrowDownAZ aria-hidden />} onSelect={() => onSort(true)}>
        {text.descending}
      </MenuItem>
      {reading.map(([task, Icon]) => (
        <MenuItem key={task} icon={<Icon aria-hidden />} onSelect={() => onTask(task)}>
          {text[task]}
        </MenuItem>
      ))}
      {offered.length > 0 && <MenuSeparator />}
      {offered.map(([task, Icon]) => (
        <MenuItem key={task} icon={<Icon aria-hidden />} onSelect={() => onTask(task)}>
          {text[task]}
        </MenuItem>
      ))}
      {changes.includes('remove') && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => onTask('remove')}>
            {text.remove}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
