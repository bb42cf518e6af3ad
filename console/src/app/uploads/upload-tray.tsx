import { Link } from '@tanstack/react-router';
import type { FileReading } from '@workbook-data-service/client/api';
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, FileSpreadsheet, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { useProblemText } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import {
  canCancel,
  cancelUpload,
  canRetry,
  dismissUploads,
  isUnderWay,
  retryUpload,
  type Upload,
  useUploads,
} from './upload-store.js';
import styles from './upload-tray.module.css';

const texts = messages(
  {
    label: 'Uploads',
    underWay: (count: number) => (count === 1 ? '1 file on its way' : `${count} files on their way`),
    finished: (count: number) => (count === 1 ? '1 file is here' : `${count} files are here`),
    failed: (count: number) => (count === 1 ? '1 file failed' : `${count} files failed`),
    waiting: 'Waits for its turn',
    sending: 'Sending',
    reading: 'Being read; you may leave this page',
    tables: (count: number) => (count === 1 ? '1 table' : `${count} tables`),
    raw: (count: number) =>
      count === 1 ? '1 raw table, not structured' : `${count} raw tables, not structured`,
    sure: (share: string) => `${share} sure to be read right`,
    questions: (count: number) => (count === 1 ? '1 question' : `${count} questions`),
    faults: (count: number) => (count === 1 ? '1 thing to check' : `${count} things to check`),
    keptAsSheet: 'kept as in the sheet',
    readLike: (file: string) => `read like ${file}`,
    byModel: 'read by the model',
    alternatives: (count: number) => (count === 1 ? '1 other reading' : `${count} other readings`),
    retry: (name: string) => `Try ${name} again`,
    cancel: (name: string) => `Cancel the upload of ${name}`,
    dismiss: (name: string) => `Dismiss ${name}`,
    clear: 'Clear the list',
    fold: 'Fold',
    unfold: 'Unfold',
  },
  {
    label: 'アップロード',
    underWay: (count: number) => `${count} 件を処理しています`,
    finished: (count: number) => `${count} 件が完了しました`,
    failed: (count: number) => `${count} 件が失敗しました`,
    waiting: '順番を待っています',
    sending: '送信中',
    reading: '読み取り中です。このページを離れてもかまいません',
    tables: (count: number) => `${count} 個の表`,
    raw: (count: number) => `${count} 個の表（シートのまま、構造化なし）`,
    sure: (share: string) => `読み取りの確度 ${share}`,
    questions: (count: number) => `質問 ${count} 件`,
    faults: (count: number) => `要確認 ${count} 件`,
    keptAsSheet: 'シートのまま',
    readLike: (file: string) => `${file} と同じ読み取り方`,
    byModel: '言語モデルによる読み取り',
    alternatives: (count: number) => `別の読み取り方 ${count} 件`,
    retry: (name: string) => `${name} を再試行`,
    cancel: (name: string) => `${name} のアップロードを中止`,
    dismiss: (name: string) => `${name} を一覧から消す`,
    clear: '一覧を消す',
    fold: '折りたたむ',
    unfold: '広げる',
  },
);

/** Files on their way and what became of them, on every page. */
export function UploadTray() {
  const text = useText(texts);
  const uploads = useUploads();
  const [isFolded, setIsFolded] = useState(false);
  if (uploads.length === 0) return null;
  const underWay = uploads.filter(isUnderWay).length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const summary =
    underWay > 0 ? text.underWay(underWay) : failed > 0 ? text.failed(failed) : text.finished(uploads.length);
  const ended = uploads.filter((upload) => !isUnderWay(upload)).map(({ id }) => id);
  return (
    <section className={styles.tray} aria-label={text.label}>
      <header className={styles.header}>
        <strong role="status">{summary}</strong>
        <IconButton
          label={isFolded ? text.unfold : text.fold}
          icon={isFolded ? <ChevronUp /> : <ChevronDown />}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        />
        {underWay === 0 && (
          <IconButton label={text.clear} icon={<X />} onClick={() => dismissUploads(ended)} />
        )}
      </header>
      {!isFolded && (
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <UploadLine key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

const icons = { done: CircleCheck, failed: CircleAlert };

function UploadLine({ upload }: { upload: Upload }) {
  const text = useText(texts);
  const { id, filename, workbookId, state } = upload;
  const Icon = state === 'done' || state === 'failed' ? icons[state] : FileSpreadsheet;
  return (
    <li className={styles.line}>
      <Icon aria-hidden className={styles[state]} />
      <div className={styles.about}>
        <Link to="/workbooks/$workbookId" params={{ workbookId }} className={styles.name}>
          {filename}
        </Link>
        {isUnderWay(upload) && (
          <ProgressBar label={filename} value={state === 'waiting' ? 0 : upload.percent} />
        )}
        <small className={styles.note}>
          <Outcome upload={upload} />
        </small>
      </div>
      {state === 'failed' && canRetry(id) && (
        <IconButton label={text.retry(filename)} icon={<RotateCw />} onClick={() => retryUpload(id)} />
      )}
      {canCancel(upload) && (
        <IconButton label={text.cancel(filename)} icon={<X />} onClick={() => cancelUpload(id)} />
      )}
      {!isUnderWay(upload) && (
        <IconButton label={text.dismiss(filename)} icon={<X />} onClick={() => dismissUploads([id])} />
      )}
    </li>
  );
}

function Outcome({ upload: { state, workbookId, answer, error } }: { upload: Upload }) {
  const text = useText(texts);
  const problem = useProblemText(error);
  if (state === 'failed') return `${problem.detail} ${problem.fix}`;
  if (state !== 'done') return text[state];
  const made = answer?.artifacts.filter((table) => table.state === 'active').length ?? 0;
  if (answer?.structuring === 'raw_fallback') return text.raw(made);
  return (
    <>
      {text.tables(made)}
      {answer?.reading && (
        <>
          {' · '}
          <Link to="/workbooks/$workbookId/files/$source" params={{ workbookId, source: answer.source.name }}>
            <ReadingInShort reading={answer.reading} />
          </Link>
        </>
      )}
    </>
  );
}

/** How sure the reading of a file is, and how much there is to decide and to check. */
function ReadingInShort({ reading }: { reading: FileReading }) {
  const text = useText(texts);
  const format = useFormat();
  const { confidence, questions, faults, alternatives, kept_as_sheet, more, learned_from, afresh } = reading;
  const asked = questions.length + more.questions;
  const found = faults.length + more.faults;
  const others = alternatives.length + more.alternatives;
  return [
    ...(kept_as_sheet.length > 0
      ? [text.keptAsSheet]
      : confidence === null
        ? []
        : [text.sure(format.percent(confidence))]),
    ...(learned_from !== undefined && !afresh ? [text.readLike(learned_from)] : []),
    ...(reading.read_by === 'model' ? [text.byModel] : []),
    ...(others > 0 ? [text.alternatives(others)] : []),
    ...(asked > 0 ? [text.questions(asked)] : []),
    ...(found > 0 ? [text.faults(found)] : []),
  ].join(', ');
}
