import { usePreferences } from '../preferences.js';
import { messages, useText } from '../text/text.js';
import { showToast } from '../ui/toasts.js';
import { fromTsv } from './clipboard.js';
import { clearing, fillingDown, type GridEdit, type GridEditing, pasteArea, pasting } from './editing.js';
import type { Span } from './geometry.js';
import type { GridView } from './grid-view.js';
import type { Command } from './keyboard.js';
import { clampSelection, type Rectangle, rectangleOf, selectionOf } from './selection.js';
import type { GridRow } from './types.js';

const texts = messages(
  {
    tooManyRows: (most: string) => `At most ${most} rows are changed at once. Select fewer.`,
    unread: 'The rows could not be read, so nothing was changed. Try again.',
  },
  {
    tooManyRows: (most: string) => `一度に変更できるのは ${most} 行までです。選択を減らしてください。`,
    unread: '行を読み込めなかったため、変更していません。もう一度お試しください。',
  },
);

/** As the service takes them at once. */
const MAX_CHANGED = 10_000;

/** Changes of many cells at once: by a command of the keyboard, or by what is pasted. */
export function useCellEdits(view: GridView, editing: GridEditing | undefined) {
  const text = useText(texts);
  const { language } = usePreferences();

  /** Plans an edit on rows that may have to be read first, and makes it. */
  async function changing(lines: Span, plan: (rows: GridRow[]) => GridEdit): Promise<void> {
    if (lines.end - lines.first > MAX_CHANGED) {
      showToast({ text: text.tooManyRows(MAX_CHANGED.toLocaleString(language)) });
      return;
    }
    const reading = view.knownRows(lines) ?? view.readRows(lines, new AbortController().signal);
    const rows = await Promise.resolve(reading).catch(() => undefined);
    if (!rows) {
      showToast({ text: text.unread });
      return;
    }
    const planned = plan(rows);
    if (planned.changes.length + planned.added.length > 0) editing?.apply(planned);
    view.redraw();
  }

  function run(command: Command, area: Rectangle): void {
    if (!editing) return;
    if (command.do === 'undo') editing.undo();
    if (command.do === 'redo') editing.redo();
    const plan = command.do === 'clear' ? clearing : command.do === 'fill-down' ? fillingDown : undefined;
    if (plan) void changing(area.rows, (found) => plan(found, area, editing));
  }

  /** Repeats the first rows of an area, as many as `height`, in the others. */
  function fill(area: Rectangle, height: number): void {
    if (editing) void changing(area.rows, (found) => fillingDown(found, area, editing, height));
  }

  async function paste(pasted: string): Promise<void> {
    if (!editing || !view.selection || pasted === '') return;
    const table = fromTsv(pasted);
    const area = rectangleOf(view.selection);
    const { rows: height, start } = pasteArea(area, table);
    const lines = { first: start.row, end: Math.min(view.size.rows, start.row + height) };
    await changing(lines, (found) => pasting(table, area, found, view.size.columns, editing));
    const widest = Math.max(area.columns.end - start.column, ...table.map((row) => row.length));
    const corner = { row: start.row + height - 1, column: start.column + widest - 1 };
    view.select(clampSelection(selectionOf(start, corner), view.size));
  }

  return { run, fill, paste };
}
