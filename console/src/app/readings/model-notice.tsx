import type { ParseSpec } from '@workbook-data-service/client/api';
import { usePreferences } from '../../preferences.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Notice } from '../../ui/notice.js';
import { readingTexts } from './reading-texts.js';

/** What came of asking a language model about a sheet, and why: what the service says, and what the model says. */
export function ModelNotice({ sheet }: { sheet: ParseSpec['sheets'][number] }) {
  const text = useText(readingTexts);
  const { language } = usePreferences();
  const { read_by, model_reading, regions } = sheet;
  if (!model_reading) return null;
  const titles = {
    followed: text.modelOffers,
    offered: text.modelOffers,
    refused: text.modelRefused,
    failed: text.modelFailed,
  };
  const isFollowed = read_by === 'model';
  const words = isFollowed
    ? regions.flatMap(({ explanations = [] }) => explanations.filter(({ code }) => code === 'model-says'))
    : [];
  const told = [...model_reading.why, ...words].map((said) => messageText(said, language));
  return (
    <Notice>
      <strong>{isFollowed ? text.byModel : titles[model_reading.outcome]}</strong>
      {[...new Set(told)].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </Notice>
  );
}
