import type { Schedule, ScheduleRun } from '@workbook-data-service/client/api';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { texts } from './texts.js';

/** When a run ended and how, with what it found or why it failed. */
export function RunOutcome({ run }: { run: NonNullable<Schedule['last_run']> | ScheduleRun }) {
  const text = useText(texts);
  const format = useFormat();
  const { language } = usePreferences();
  const { outcome, finished_at: at, changed, error, error_fix: fix } = run;
  return (
    <div>
      <span title={format.dateTime(at)}>{format.ago(at)}</span>{' '}
      <Badge kind={outcome === 'succeeded' ? 'good' : 'bad'}>{text[outcome]}</Badge>
      {outcome === 'succeeded' && !changed && <small>{text.nothingNew}</small>}
      {error && (
        <small>
          {messageText({ text: error, code: run.error_code, params: run.error_params }, language)}{' '}
          {fix &&
            messageText({ text: fix, code: run.error_fix_code, params: run.error_fix_params }, language)}
        </small>
      )}
    </div>
  );
}
