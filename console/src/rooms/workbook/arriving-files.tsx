import { useNavigate } from '@tanstack/react-router';
import { Check, Circle, CircleAlert, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { isUnderWay, type Upload, useUploads } from '../../app/uploads/upload-store.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { useProblemText } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import styles from './arriving-files.module.css';

const texts = messages(
  {
    label: 'Files on their way',
    send: 'Send',
    sentOf: (sent: string, total: string) => `${sent} of ${total} sent`,
    sent: (total: string) => `${total} sent`,
    read: 'Read its sheets',
    reading: 'Titles, headers, totals and notes are told apart',
    make: 'Make tables',
    making: 'Every value keeps its cell in the file',
  },
  {
    label: '処理中のファイル',
    send: '送信',
    sentOf: (sent: string, total: string) => `${total} のうち ${sent} を送信`,
    sent: (total: string) => `${total} を送信しました`,
    read: 'シートを読み取る',
    reading: '表題、見出し、合計、注記を見分けています',
    make: '表を作成',
    making: 'どの値にも、ファイルのセルが記録されます',
  },
);

/** The first files of a workbook, while they are waited for. A single one leads on to how it was read. */
export function ArrivingFiles({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const navigate = useNavigate();
  const uploads = useUploads().filter((upload) => upload.workbookId === workbookId);
  const isOver = uploads.length > 0 && !uploads.some(isUnderWay);
  const isOne = uploads.length === 1;
  const source = isOne ? uploads[0]?.answer?.source.name : undefined;
  useEffect(() => {
    // A single one that could not be read says so here.
    if (!isOver || (isOne && source === undefined)) return;
    void (source === undefined
      ? navigate({ to: '/workbooks/$workbookId', params: { workbookId }, search: {}, replace: true })
      : navigate({
          to: '/workbooks/$workbookId/files/$source',
          params: { workbookId, source },
          search: { fresh: true },
          replace: true,
        }));
  }, [isOver, isOne, source, workbookId, navigate]);
  if (uploads.length === 0) return null;
  return (
    <section className={styles.files} aria-label={text.label}>
      {uploads.map((upload) => (
        <ArrivingFile key={upload.id} upload={upload} />
      ))}
    </section>
  );
}

/** Where a file is: the index of the step that is under way. */
function stepOf({ state, stage }: Upload): number {
  if (state === 'waiting' || state === 'sending') return 0;
  if (state === 'done') return 3;
  return stage === 'registering' ? 2 : 1;
}

function ArrivingFile({ upload }: { upload: Upload }) {
  const text = useText(texts);
  const format = useFormat();
  const problem = useProblemText(upload.error);
  const at = stepOf(upload);
  const { sent, filename } = upload;
  const isSent = at > 0;
  const steps = [
    {
      title: text.send,
      note:
        sent &&
        (isSent
          ? text.sent(format.bytes(sent.total))
          : text.sentOf(format.bytes(sent.bytes), format.bytes(sent.total))),
    },
    { title: text.read, note: text.reading },
    { title: text.make, note: text.making },
  ];
  return (
    <div className={styles.file}>
      <h2>{filename}</h2>
      {upload.state === 'failed' ? (
        <p className={styles.failed} role="alert">
          <CircleAlert aria-hidden />
          {problem.detail} {problem.fix}
        </p>
      ) : (
        <>
          {isUnderWay(upload) && <ProgressBar label={filename} value={isSent ? undefined : upload.percent} />}
          <ol className={styles.steps}>
            {steps.map(({ title, note }, place) => (
              <li key={title} aria-current={place === at ? 'step' : undefined} data-done={place < at}>
                {place < at ? (
                  <Check aria-hidden />
                ) : place === at ? (
                  <LoaderCircle aria-hidden />
                ) : (
                  <Circle aria-hidden />
                )}
                <div>
                  <strong>{title}</strong>
                  {place <= at && note && <small>{note}</small>}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
