import { Lock, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { messages, useText } from '../../text/text.js';
import { Dialog } from '../../ui/dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { readOnlyTexts } from '../read-only.js';
import styles from './drop-target.module.css';
import { useUploadHere } from './use-upload-here.js';

const texts = messages(
  {
    intoNew: 'Drop the files to make a workbook of them',
    into: (title: string) => `Drop the files to upload them to “${title}”`,
    failed: 'The files could not be uploaded',
  },
  {
    intoNew: 'ドロップすると、新しいワークブックが作成されます',
    into: (title: string) => `ドロップすると「${title}」にアップロードされます`,
    failed: 'アップロードできませんでした',
  },
);

/** Files may be dropped anywhere; a part of a page that takes them itself prevents the default of `dragover` and `drop`. */
export function DropTarget() {
  const text = useText(texts);
  const [isOver, setIsOver] = useState(false);
  const [isFailureSeen, setIsFailureSeen] = useState(false);
  const readOnly = useText(readOnlyTexts);
  const { workbookId, title, mayUpload, upload, error } = useUploadHere();

  const drag = useEffectEvent((event: DragEvent) => {
    const isTakenElsewhere = event.defaultPrevented || !event.dataTransfer?.types.includes('Files');
    setIsOver(!isTakenElsewhere);
    if (!isTakenElsewhere) event.preventDefault();
  });
  const leave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) setIsOver(false);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    if (event.defaultPrevented || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    setIsFailureSeen(false);
    upload([...event.dataTransfer.files]);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('dragover', (event) => drag(event), { signal });
    addEventListener('dragleave', (event) => leave(event), { signal });
    addEventListener('drop', (event) => drop(event), { signal });
    return () => listening.abort();
  }, []);

  if (error && !isFailureSeen)
    return (
      <Dialog title={text.failed} onClose={() => setIsFailureSeen(true)}>
        <ProblemNotice error={error} />
      </Dialog>
    );
  if (!isOver) return null;
  return (
    <div className={styles.frame} role="status">
      <p className={styles.note}>
        {mayUpload ? <Upload aria-hidden /> : <Lock aria-hidden />}
        {!mayUpload ? readOnly.why : workbookId ? text.into(title ?? '…') : text.intoNew}
      </p>
    </div>
  );
}
