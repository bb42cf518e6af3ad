import type { RecomputeAnswer } from '@workbook-data-service/client/api';
import { useText } from '../../text/text.js';
import { Notice } from '../../ui/notice.js';
import { transformTexts } from './transform-texts.js';

/** The tables that a run could not compute, each with its reason. */
export function FailedRuns({ failed }: { failed: RecomputeAnswer['failed'] | undefined }) {
  const text = useText(transformTexts);
  return failed?.map(({ table, error }) => (
    <Notice key={table} kind="error">
      <p>
        <strong>
          {text.failed(table)} {error.detail}
        </strong>
      </p>
      <p>{error.suggested_fix}</p>
    </Notice>
  ));
}
