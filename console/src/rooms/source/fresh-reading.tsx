import type { ParseSpec, SourceDetail } from '@workbook-data-service/client/api';
import { ArrowRight } from 'lucide-react';
import { useTableTitle } from '../../app/use-table-title.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { ButtonLink } from '../../ui/button.js';
import styles from './fresh-reading.module.css';

const texts = messages(
  {
    title: 'Here is how we read it',
    hint: 'The colours show what was found. What is wrong can be corrected here, now or later.',
    tables: (count: number) => (count === 1 ? 'one table' : `${count} tables`),
    unplaced: (count: string) => `${count} cells in no table`,
    agree: (count: string) => `${count} totals agree with their parts`,
    differ: (count: number) => (count === 1 ? 'one total does not' : `${count} totals do not`),
    unsure: (share: string) => `${share} sure`,
    questions: (count: number) =>
      count === 1 ? 'one question at the side' : `${count} questions at the side`,
    open: (table: string) => `Open the table ${table}`,
  },
  {
    title: 'このように読み取りました',
    hint: '色は、見つかったものを表しています。違っているところは、ここで今すぐでも、後からでも直せます。',
    tables: (count: number) => `${count} 個の表`,
    unplaced: (count: string) => `表に入らなかったセル ${count} 個`,
    agree: (count: string) => `内訳と一致する合計 ${count} 件`,
    differ: (count: number) => `一致しない合計 ${count} 件`,
    unsure: (share: string) => `確度 ${share}`,
    questions: (count: number) => `確認したいこと ${count} 件`,
    open: (table: string) => `表「${table}」を開く`,
  },
);

/** Fewer than all are said to be sure. */
const SURE = 0.9;

/** What came of a file that has just been uploaded, with the way on to its table. */
export function FreshReading({ source, spec }: { source: SourceDetail; spec: ParseSpec }) {
  const text = useText(texts);
  const format = useFormat();
  const titleOf = useTableTitle();
  const tables = source.artifacts.filter(({ state }) => state === 'active');
  // The one with most rows is mostly what the file is about.
  const [main] = [...tables].sort((a, b) => (b.row_count ?? 0) - (a.row_count ?? 0));
  if (!main) return null;
  const unplaced = (source.coverage ?? []).reduce((sum, sheet) => sum + sheet.unplaced, 0);
  const totals = source.reconciliation ?? [];
  const differing = totals.filter(({ agrees }) => agrees === false).length;
  const confidence = source.parse_spec?.confidence;
  const questions = spec.sheets.flatMap(({ regions }) =>
    regions.flatMap((one) => one.questions ?? []),
  ).length;
  const said = [
    text.tables(tables.length),
    ...(unplaced > 0 ? [text.unplaced(format.number(unplaced))] : []),
    ...(totals.length > 0 ? [text.agree(format.number(totals.length - differing))] : []),
    ...(differing > 0 ? [text.differ(differing)] : []),
    ...(typeof confidence === 'number' && confidence < SURE ? [text.unsure(format.percent(confidence))] : []),
    ...(questions > 0 ? [text.questions(questions)] : []),
  ];
  return (
    <section className={styles.fresh} aria-label={text.title}>
      <div>
        <h2>{text.title}</h2>
        <p>{said.join(' · ')}</p>
        <p className={styles.hint}>{text.hint}</p>
      </div>
      <ButtonLink
        look="primary"
        to="/workbooks/$workbookId/tables/$table"
        params={{ workbookId: source.workbook_id, table: main.name }}
      >
        {text.open(titleOf(main.name))}
        <ArrowRight aria-hidden />
      </ButtonLink>
    </section>
  );
}
