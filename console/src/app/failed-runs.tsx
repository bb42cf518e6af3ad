import type { RecomputeAnswer } from '@workbook-data-service/client/api';
import { usePreferences } from '../preferences.js';
import { faultWords } from '../text/problem-texts.js';
import { messages, useText } from '../text/text.js';
import { Notice } from '../ui/notice.js';

const texts = messages(
  { failed: (table: string) => `${table} could not be computed.` },
  { failed: (table: string) => `「${table}」を計算できませんでした。` },
);

/** The tables that a run could not compute, each with its reason. */
export function FailedRuns({ failed }: { failed: RecomputeAnswer['failed'] | undefined }) {
  const text = useText(texts);
  const { language } = usePreferences();
  return failed?.map(({ table, error }) => {
    const { detail, fix } = faultWords(error, language);
    return (
      <Notice key={table} kind="error">
        <p>
          <strong>
            {text.failed(table)} {detail}
          </strong>
        </p>
        <p>{fix}</p>
      </Notice>
    );
  });
}
