import type { ClipboardEvent } from 'react';
import { usePreferences } from '../preferences.js';
import { messages, useText } from '../text/text.js';
import { showToast } from '../ui/toasts.js';
import { exactText, isText } from './cell-text.js';
import { type TextTable, toHtml, toTsv } from './clipboard.js';
import type { GridView } from './grid-view.js';
import { rectangleOf } from './selection.js';
import type { GridColumn, GridRow } from './types.js';

const texts = messages(
  {
    tooMuch: (most: string) => `At most ${most} cells are copied at once.`,
    failed: 'The cells could not be copied: select fewer, or scroll through them first.',
  },
  {
    tooMuch: (most: string) => `一度にコピーできるのは ${most} セルまでです。`,
    failed: 'コピーできませんでした。選択を減らすか、先にスクロールして表示してください。',
  },
);

const MAX_COPIED = 500_000;

/** Copies the selected cells, also those that were not read yet. */
export function useCopy(view: GridView, columns: readonly GridColumn[]): (event: ClipboardEvent) => void {
  const text = useText(texts);
  const { language } = usePreferences();
  return (event) => {
    if (!view.selection) return;
    event.preventDefault();
    const { rows, columns: across } = rectangleOf(view.selection);
    const copied = columns.slice(across.first, across.end);
    const end = Math.min(rows.end, rows.first + Math.floor(MAX_COPIED / copied.length));
    if (end < rows.end) showToast({ text: text.tooMuch(MAX_COPIED.toLocaleString(language)) });
    const tableOf = (found: GridRow[]): TextTable =>
      found.map(({ cells }) => cells.slice(across.first, across.end).map(exactText));
    const known = view.knownRows({ first: rows.first, end });
    if (known) {
      const table = tableOf(known);
      event.clipboardData.setData('text/plain', toTsv(table));
      event.clipboardData.setData(
        'text/html',
        toHtml(table, (column) => isText(copied[column])),
      );
      return;
    }
    // The clipboard of the event is closed once rows are awaited; that of the page is open to secure pages only.
    view
      .readRows({ first: rows.first, end }, new AbortController().signal)
      .then((read) => navigator.clipboard.writeText(toTsv(tableOf(read))))
      .catch(() => showToast({ text: text.failed }));
  };
}
