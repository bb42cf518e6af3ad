import {
  ArrowDownAZ,
  ArrowLeft,
  ArrowRight,
  ArrowUpAZ,
  ChartColumn,
  ChevronDown,
  Columns3,
  EyeOff,
  Filter,
  FunctionSquare,
  Group,
  MessageSquareText,
  Pencil,
  Pin,
  PinOff,
  SlidersHorizontal,
  Tag,
  Trash2,
  Type,
  WandSparkles,
} from 'lucide-react';
import type { Rights } from '../../app/rights.js';
import type { GridColumn } from '../../grid/types.js';
import { messages, useText } from '../../text/text.js';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js';
import { type Layout, neighbour, withLook, withMoved } from './column-layout.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    open: (name: string) => `Column ${name}`,
    ascending: 'Sort ascending',
    descending: 'Sort descending',
    thenAscending: 'Then sort ascending',
    thenDescending: 'Then sort descending',
    filter: 'Filter…',
    group: 'Group by this column',
    profile: 'Values and statistics…',
    hide: 'Hide',
    freeze: 'Freeze',
    unfreeze: 'Unfreeze',
    left: 'Move left',
    right: 'Move right',
    columns: 'Columns and formats…',
    rename: 'Rename…',
    retype: 'Change type…',
    formula: 'Formula…',
    tidy: 'Tidy similar values…',
    describe: 'Describe…',
    tag: 'Tag as sensitive…',
    add: 'Add a column…',
    remove: 'Delete column…',
  },
  {
    open: (name: string) => `列「${name}」`,
    ascending: '昇順で並べ替え',
    descending: '降順で並べ替え',
    thenAscending: '次に昇順で並べ替え',
    thenDescending: '次に降順で並べ替え',
    filter: 'フィルター…',
    group: 'この列でグループ化',
    profile: '値と統計…',
    hide: '非表示',
    freeze: '固定',
    unfreeze: '固定を解除',
    left: '左へ移動',
    right: '右へ移動',
    columns: '列と表示形式…',
    rename: '名前を変更…',
    retype: '型を変更…',
    formula: '数式…',
    tidy: '似た値を統一…',
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
  | 'tidy'
  | 'describe'
  | 'tag'
  | 'add'
  | 'remove';

interface ColumnMenuProps {
  column: GridColumn;
  /** What the reader may do with the column. */
  changes: readonly ColumnChange[];
  sort: readonly string[];
  onSort: (sort: string[]) => void;
  onTask: (task: ColumnTask) => void;
  layout: Layout;
  onLayout: (layout: Layout) => void;
  onGroup: () => void;
  /** To all columns at once. */
  onColumns: () => void;
}

const reading = [
  ['filter', Filter],
  ['profile', ChartColumn],
] as const;
const changing = [
  ['rename', Pencil],
  ['retype', Type],
  ['formula', FunctionSquare],
  ['tidy', WandSparkles],
  ['describe', MessageSquareText],
  ['tag', Tag],
  ['add', Columns3],
] as const;

type ColumnChange = Exclude<ColumnTask, (typeof reading)[number][0]>;

/** The columns of a derived table are not its own but those of its transform; tags are a matter of governance. */
export function columnChanges({ mayWrite, mayGovern }: Rights, hasOwnColumns: boolean): ColumnChange[] {
  return [
    ...(mayWrite && hasOwnColumns ? (['rename', 'retype', 'formula', 'add', 'remove'] as const) : []),
    ...(mayWrite ? (['tidy', 'describe'] as const) : []),
    ...(mayGovern ? (['tag'] as const) : []),
  ];
}

export function ColumnMenu({
  column,
  changes,
  sort,
  onSort,
  onTask,
  layout,
  onLayout,
  onGroup,
  onColumns,
}: ColumnMenuProps) {
  const text = useText(texts);
  const { name } = column;
  const label = text.open(name);
  const others = sort.filter((term) => term !== name && term !== `-${name}`);
  const hasTexts = column.type === 'VARCHAR' && !column.badge;
  const offered = changing.filter(([task]) => changes.includes(task) && (hasTexts || task !== 'tidy'));
  return (
    <Menu
      trigger={
        <button type="button" className={styles.columnMenu} aria-label={label} title={label}>
          <ChevronDown aria-hidden />
        </button>
      }
    >
      <MenuItem icon={<ArrowUpAZ aria-hidden />} onSelect={() => onSort([name])}>
        {text.ascending}
      </MenuItem>
      <MenuItem icon={<ArrowDownAZ aria-hidden />} onSelect={() => onSort([`-${name}`])}>
        {text.descending}
      </MenuItem>
      {others.length > 0 && (
        <>
          <MenuItem icon={<ArrowUpAZ aria-hidden />} onSelect={() => onSort([...others, name])}>
            {text.thenAscending}
          </MenuItem>
          <MenuItem icon={<ArrowDownAZ aria-hidden />} onSelect={() => onSort([...others, `-${name}`])}>
            {text.thenDescending}
          </MenuItem>
        </>
      )}
      {reading.map(([task, Icon]) => (
        <MenuItem key={task} icon={<Icon aria-hidden />} onSelect={() => onTask(task)}>
          {text[task]}
        </MenuItem>
      ))}
      <MenuItem icon={<Group aria-hidden />} onSelect={onGroup}>
        {text.group}
      </MenuItem>
      <MenuSeparator />
      <LookItems name={column.name} layout={layout} onLayout={onLayout} />
      <MenuItem icon={<SlidersHorizontal aria-hidden />} onSelect={onColumns}>
        {text.columns}
      </MenuItem>
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

/** How the column is shown, which changes nothing in the table. */
function LookItems({
  name,
  layout,
  onLayout,
}: { name: string } & Pick<ColumnMenuProps, 'layout' | 'onLayout'>) {
  const text = useText(texts);
  const isFrozen = layout.find((one) => one.name === name)?.frozen ?? false;
  const [left, right] = [neighbour(layout, name, -1), neighbour(layout, name, 1)];
  const isOnly = layout.filter(({ hidden }) => !hidden).length === 1;
  const moveTo = (to: string | undefined) => to !== undefined && onLayout(withMoved(layout, name, to));
  return (
    <>
      <MenuItem
        icon={<EyeOff aria-hidden />}
        disabled={isOnly}
        onSelect={() => onLayout(withLook(layout, name, { hidden: true }))}
      >
        {text.hide}
      </MenuItem>
      <MenuItem
        icon={isFrozen ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onSelect={() => onLayout(withLook(layout, name, { frozen: !isFrozen }))}
      >
        {isFrozen ? text.unfreeze : text.freeze}
      </MenuItem>
      <MenuItem icon={<ArrowLeft aria-hidden />} disabled={left === undefined} onSelect={() => moveTo(left)}>
        {text.left}
      </MenuItem>
      <MenuItem
        icon={<ArrowRight aria-hidden />}
        disabled={right === undefined}
        onSelect={() => moveTo(right)}
      >
        {text.right}
      </MenuItem>
    </>
  );
}
