import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages, useText } from '../../text/text.js';
import styles from './drop-area.module.css';
import { UploadButton } from './upload-button.js';
import { useUploadHere } from './use-upload-here.js';

const texts = messages(
  {
    title: 'Drop a spreadsheet here',
    hint: 'Excel, OpenDocument or CSV, as it is: with titles, merged headers, subtotals and notes. You see how it was read before you go on.',
    inShort: 'It becomes a workbook by itself. Excel, OpenDocument or CSV, many at once.',
  },
  {
    title: 'ここに表計算ファイルをドロップ',
    hint: 'Excel、OpenDocument、CSV をそのままどうぞ。表題、結合された見出し、小計、注記があってもかまいません。どのように読み取られたかを、まず確認できます。',
    inShort: 'ワークブックは自動で作成されます。Excel、OpenDocument、CSV。複数でもかまいません。',
  },
);

interface DropAreaProps {
  /** In a line, above what there is already. */
  isCompact?: boolean;
  /** Beside the button that chooses files. */
  children?: ReactNode;
}

/**
 * Shows where files can be dropped, which is anywhere on the page (`DropTarget`), and has a button that does the same.
 * Nothing where the reader may not upload.
 */
export function DropArea({ isCompact = false, children }: DropAreaProps) {
  const text = useText(texts);
  const { mayUpload } = useUploadHere();
  if (!mayUpload) return null;
  return (
    <section className={`${styles.area} ${isCompact ? styles.compact : ''}`} aria-label={text.title}>
      <FileUp aria-hidden />
      <div>
        <h2>{text.title}</h2>
        <p>{isCompact ? text.inShort : text.hint}</p>
      </div>
      <div className={styles.actions}>
        <UploadButton look={isCompact ? 'plain' : 'primary'} />
        {children}
      </div>
    </section>
  );
}
