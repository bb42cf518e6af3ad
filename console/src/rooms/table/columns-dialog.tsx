import { ArrowDown, ArrowUp } from 'lucide-react';
import { isNumeric } from '../../app/column-types.js';
import { shownText } from '../../grid/cell-text.js';
import { NARROWEST_COLUMN } from '../../grid/geometry.js';
import type { GridColumn } from '../../grid/types.js';
import { type Language, usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { type ColumnLook, neighbour, withLook, withMoved } from './column-layout.js';
import styles from './columns-dialog.module.css';
import type { ColumnLayout } from './use-column-layout.js';

const texts = messages(
  {
    title: 'Columns',
    list: 'Columns of the table',
    show: (name: string) => `Show ${name}`,
    frozen: (name: string) => `Freeze ${name}`,
    freeze: 'Freeze',
    up: (name: string) => `Move ${name} forward`,
    down: (name: string) => `Move ${name} back`,
    width: (name: string) => `Width of ${name} in pixels`,
    fitting: 'fits',
    format: (name: string) => `Format of ${name}`,
    automatic: 'Automatic',
    all: 'Show all',
    reset: 'As they were',
    done: 'Done',
  },
  {
    title: '列',
    list: '表の列',
    show: (name: string) => `「${name}」を表示`,
    frozen: (name: string) => `「${name}」を固定`,
    freeze: '固定',
    up: (name: string) => `「${name}」を前へ移動`,
    down: (name: string) => `「${name}」を後ろへ移動`,
    width: (name: string) => `「${name}」の幅（ピクセル）`,
    fitting: '自動',
    format: (name: string) => `「${name}」の表示形式`,
    automatic: '自動',
    all: 'すべて表示',
    reset: '元に戻す',
    done: '完了',
  },
);

const numberFormats = [
  '0',
  '#,##0',
  '0.00',
  '#,##0.00',
  '0%',
  '0.0%',
  '"€" #,##0.00',
  '"$"#,##0.00',
  '"¥"#,##0',
];
const dayFormats = [
  'yyyy-mm-dd',
  'yyyy/mm/dd',
  'dd/mm/yyyy',
  'mm/dd/yyyy',
  'd mmm yyyy',
  'ddd d mmm',
  'yyyy"年"m"月"d"日"',
];

/** Those that are offered; others that a view may have are kept. */
function formatsFor(type: string): string[] {
  if (isNumeric(type)) return numberFormats;
  if (type === 'DATE') return dayFormats;
  return type.startsWith('TIMESTAMP') ? dayFormats.flatMap((format) => [`${format} hh:mm`, format]) : [];
}

/** Formats are told apart by what they make of a value. */
function sample(format: string, { type }: GridColumn, language: Language): string {
  const value = isNumeric(type)
    ? format.includes('%')
      ? 0.125
      : 1234.5
    : `2026-03-09${type === 'DATE' ? '' : 'T14:05:00'}`;
  return shownText(value, { name: '', type, format }, language);
}

interface ColumnsDialogProps {
  columns: readonly GridColumn[];
  columnLayout: ColumnLayout;
  onClose: () => void;
}

/** Which columns are shown, in which order and how; for the keyboard and for tables with too many to pull them about. */
export function ColumnsDialog({ columns, columnLayout, onClose }: ColumnsDialogProps) {
  const text = useText(texts);
  const { layout, change, isChanged, reset } = columnLayout;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const isAnyHidden = layout.some(({ hidden }) => hidden);
  return (
    <Dialog
      title={text.title}
      width="wide"
      onClose={onClose}
      actions={
        <>
          {isAnyHidden && (
            <Button onClick={() => change(layout.map((look) => ({ ...look, hidden: false })))}>
              {text.all}
            </Button>
          )}
          {isChanged && <Button onClick={reset}>{text.reset}</Button>}
          <Button look="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
    >
      <ul className={styles.columns} aria-label={text.list}>
        {layout.map((look) => {
          const column = byName.get(look.name);
          return (
            column && <ColumnLine key={look.name} look={look} column={column} columnLayout={columnLayout} />
          );
        })}
      </ul>
    </Dialog>
  );
}

interface ColumnLineProps {
  look: ColumnLook;
  column: GridColumn;
  columnLayout: ColumnLayout;
}

function ColumnLine({ look, column, columnLayout: { layout, change } }: ColumnLineProps) {
  const text = useText(texts);
  const { language } = usePreferences();
  const { name } = look;
  const formats = formatsFor(column.type);
  const offered =
    look.format !== null && !formats.includes(look.format) ? [look.format, ...formats] : formats;
  const set = (part: Partial<ColumnLook>) => change(withLook(layout, name, part));
  const mover = (step: 1 | -1) => {
    const to = neighbour(layout, name, step);
    return {
      disabled: to === undefined,
      onClick: () => to !== undefined && change(withMoved(layout, name, to)),
    };
  };
  return (
    <li>
      <label>
        <input
          type="checkbox"
          aria-label={text.show(name)}
          checked={!look.hidden}
          // One column has to stay.
          disabled={!look.hidden && layout.filter(({ hidden }) => !hidden).length === 1}
          onChange={({ target }) => set({ hidden: !target.checked })}
        />
        <span>{name}</span>
      </label>
      <label>
        <input
          type="checkbox"
          aria-label={text.frozen(name)}
          checked={look.frozen}
          onChange={({ target }) => set({ frozen: target.checked })}
        />
        <span>{text.freeze}</span>
      </label>
      <input
        type="number"
        aria-label={text.width(name)}
        min={NARROWEST_COLUMN}
        max={2000}
        step={10}
        key={look.width}
        defaultValue={look.width ?? ''}
        placeholder={text.fitting}
        onBlur={({ target }) => {
          const width =
            target.value === '' ? null : Math.min(2000, Math.max(NARROWEST_COLUMN, Number(target.value)));
          if (width !== look.width) set({ width });
        }}
      />
      {formats.length > 0 ? (
        <select
          aria-label={text.format(name)}
          value={look.format ?? ''}
          onChange={({ target }) => set({ format: target.value || null })}
        >
          <option value="">{text.automatic}</option>
          {offered.map((format) => (
            <option key={format} value={format}>
              {sample(format, column, language)}
            </option>
          ))}
        </select>
      ) : (
        <span />
      )}
      <span className={styles.movers}>
        <IconButton label={text.up(name)} icon={<ArrowUp />} {...mover(-1)} />
        <IconButton label={text.down(name)} icon={<ArrowDown />} {...mover(1)} />
      </span>
    </li>
  );
}
