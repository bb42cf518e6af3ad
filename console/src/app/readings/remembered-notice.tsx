import type { FileReading, ReadingDifference } from '@workbook-data-service/client/api';
import type { ReactNode } from 'react';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Notice } from '../../ui/notice.js';
import { useTypeName } from '../type-names.js';
import { rememberedTexts } from './remembered-texts.js';

type Remembered = Pick<FileReading, 'learned_from' | 'differences' | 'afresh' | 'target' | 'rules'>;

const MAX_DIFFERENCES = 5;

/** Like which file a file was read, how it differs, where its rows went, and which rules were followed. */
export function RememberedNotice({
  title,
  reading,
  children,
}: {
  /** The file, where the page is not about it alone. */
  title?: ReactNode;
  reading: Remembered;
  children?: ReactNode;
}) {
  const text = useText(rememberedTexts);
  const format = useFormat();
  const differenceText = useDifferenceText();
  const { learned_from, differences = [], afresh, target, rules = [] } = reading;
  const others = differences.length - MAX_DIFFERENCES;
  const clauses =
    learned_from === undefined
      ? []
      : [
          afresh ? text.afresh(learned_from, afresh) : text.readLike(learned_from),
          ...differences.slice(0, MAX_DIFFERENCES).map(differenceText),
          ...(others > 0 ? [text.more(format.number(others))] : []),
        ];
  const went = target && [
    target.refused
      ? text.refused(target.table, target.refused)
      : target.mode === 'replace'
        ? text.replaced(target.table)
        : text.appended(target.table, format.number(target.rows_added), format.number(target.rows_removed)),
  ];
  const all = [...clauses, ...(went ?? [])];
  if (all.length === 0 && rules.length === 0) return null;
  return (
    <Notice>
      {title && <strong>{title}</strong>}
      {all.length > 0 && <p>{text.whole(all)}</p>}
      {rules.length > 0 && <p>{text.rules(rules.join(' / '))}</p>}
      {children}
    </Notice>
  );
}

function useDifferenceText() {
  const text = useText(rememberedTexts);
  const nameOfType = useTypeName();
  const format = useFormat();
  return ({ kind, sheet, table = sheet, column = '', before = '', rows = 0 }: ReadingDifference): string => {
    switch (kind) {
      case 'column_added':
      case 'column_missing':
      case 'column_moved':
        return text[kind](column);
      case 'column_renamed':
        return text.column_renamed(column, before);
      case 'column_retyped':
        return text.column_retyped(column, nameOfType(before));
      case 'table_added':
      case 'table_missing':
        return text[kind](table);
      case 'sheet_missing':
        return text.sheet_missing(sheet);
      case 'rows_outside':
      case 'levels_unsure':
        return text[kind](table, format.number(rows));
    }
  };
}
