import { History, ScanSearch, Table2 } from 'lucide-react';
import { messages, useText } from '../../text/text.js';
import styles from './promise.module.css';

const texts = messages(
  {
    name: 'Workbook Data Service',
    promise: 'Drop a spreadsheet as it is. Get tables you can trust.',
    read: 'Titles, merged headers, subtotals and notes are told apart, and every total is checked.',
    tables: 'Edit and ask like a database, and follow every value back to its cell in the file.',
    history: 'Every version is kept, and every change can be undone.',
  },
  {
    name: 'Workbook Data Service',
    promise: '表計算ファイルを、そのままドロップ。信頼できる表になります。',
    read: '表題、結合された見出し、小計、注記を見分け、すべての合計を検算します。',
    tables: 'データベースのように編集し、問い合わせ、どの値もファイルのセルまでたどれます。',
    history: 'すべての版が残り、どの変更も元に戻せます。',
  },
);

const points = [
  { said: 'read', Icon: ScanSearch },
  { said: 'tables', Icon: Table2 },
  { said: 'history', Icon: History },
] as const;

/** What this is, for those who have not seen it yet. */
export function PromiseOfService() {
  const text = useText(texts);
  return (
    <section className={styles.promise} aria-label={text.name}>
      <p className={styles.name}>{text.name}</p>
      <p className={styles.line}>{text.promise}</p>
      <SheetToTable />
      <ul>
        {points.map(({ said, Icon }) => (
          <li key={said}>
            <Icon aria-hidden />
            {text[said]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sheet in the colours of a reading, and the table that comes of it. */
function SheetToTable() {
  const cell = (x: number, y: number, width: number, look: string | undefined) => (
    <rect key={`${x} ${y}`} x={x} y={y} width={width} height={12} rx={2} className={look} />
  );
  const rows = [0, 1, 2, 3];
  return (
    <svg viewBox="0 0 360 112" className={styles.picture} aria-hidden="true">
      {cell(4, 4, 84, styles.title)}
      {cell(4, 22, 36, styles.header)}
      {cell(44, 22, 104, styles.header)}
      {rows.map((row) => [
        cell(4, 40 + row * 16, 36, row === 3 ? styles.total : styles.label),
        [44, 80, 116].map((x) => cell(x, 40 + row * 16, 32, row === 3 ? styles.total : styles.data)),
      ])}
      <path d="M168 56h26m-8-8 8 8-8 8" className={styles.arrow} />
      {[212, 262, 312].map((x) => cell(x, 22, 44, styles.header))}
      {rows.map((row) => [212, 262, 312].map((x) => cell(x, 40 + row * 16, 44, styles.data)))}
    </svg>
  );
}
