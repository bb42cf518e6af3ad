import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { showToast } from '../../ui/toasts.js';
import { markTold, useMakings } from './making-store.js';

const texts = messages(
  {
    made: (count: string, file: string) => `${count} tables were made of ${file}`,
    updated: (count: string, file: string) => `${count} tables of ${file} are up to date`,
    notMade: (file: string) => `No table of ${file} was made or changed`,
    show: 'Show them',
    why: 'Show why',
  },
  {
    made: (count: string, file: string) => `${file} から ${count} 個の表を作成しました`,
    updated: (count: string, file: string) => `${file} の ${count} 個の表を更新しました`,
    notMade: (file: string) => `${file} の表は作られておらず、変更もされていません`,
    show: '表示',
    why: '理由を表示',
  },
);

/** Tells on any page what became of tables that were being made. Why one failed is told on the page of its file. */
export function MadeTables() {
  const text = useText(texts);
  const format = useFormat();
  const navigate = useNavigate();
  const makings = useMakings();
  const ended = makings.filter(({ state, isTold }) => state !== 'running' && !isTold);
  useEffect(() => {
    for (const { place, jobId, updates, answer } of ended) {
      const { workbook_id: workbookId, source_name: source } = place;
      markTold(jobId);
      showToast({
        text: answer
          ? (updates ? text.updated : text.made)(format.number(answer.artifacts.length), source)
          : text.notMade(source),
        action: {
          label: answer ? text.show : text.why,
          onClick: () =>
            answer
              ? navigate({ to: '/workbooks/$workbookId', params: { workbookId } })
              : navigate({ to: '/workbooks/$workbookId/files/$source', params: { workbookId, source } }),
        },
      });
    }
  });
  return null;
}
