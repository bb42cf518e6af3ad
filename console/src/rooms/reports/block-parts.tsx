import type { PreviewPart } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { serviceUrl } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Notice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { PreviewTable } from './preview-table.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

interface BlockPartsProps {
  workbookId: string;
  /** Undefined until the preview is there. */
  parts: PreviewPart[] | undefined;
  /** Of the report. */
  language: 'en' | 'ja';
}

/** What comes of a block. */
export function BlockParts({ workbookId, parts, language }: BlockPartsProps) {
  return parts?.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
    <Part key={place} workbookId={workbookId} part={part} language={language} />
  ));
}

function Part({
  workbookId,
  part,
  language,
}: {
  workbookId: string;
  part: PreviewPart;
  language: 'en' | 'ja';
}) {
  const text = useText(reportTexts);
  switch (part.kind) {
    case 'heading':
      return <p className={styles[`heading${part.level}` as 'heading1']}>{part.text}</p>;
    case 'text':
      return <p className={styles.text}>{part.text}</p>;
    case 'spacer':
      return <p className={styles.space}>{text.space(part.rows)}</p>;
    case 'note':
      return <Notice kind="warning">{part.text}</Notice>;
    case 'chart':
      return <Picture workbookId={workbookId} chart={part.chart} />;
    case 'table':
      return <PreviewTable table={part} language={language} />;
  }
}

function Picture({ workbookId, chart }: { workbookId: string; chart: string }) {
  const text = useText(reportTexts);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  if (state === 'failed') return <Notice kind="warning">{text.chartFailed(chart)}</Notice>;
  const path = `/api/v1/workbooks/${workbookId}/charts/${encodeURIComponent(chart)}/render`;
  return (
    <>
      {state === 'drawing' && <ProgressBar label={text.drawingChart(chart)} />}
      <img
        className={styles.picture}
        src={serviceUrl(path, { width: '680', height: '380' })}
        width={680}
        height={380}
        alt={text.chartOf(chart)}
        onLoad={() => setState('drawn')}
        onError={() => setState('failed')}
      />
    </>
  );
}
