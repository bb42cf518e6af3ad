import { tableTitle } from '../../app/table-names.js';
import { type Language, usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messageText } from '../../text/messages/message-text.js';

type Said = Parameters<typeof messageText>[0];
type Params = NonNullable<Said['params']>;

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

/** What a review says, with tables by what they are and times as people write them. */
export function useFindingText(): (said: Said) => string {
  const { language } = usePreferences();
  const { dateTime } = useFormat();
  return (said) =>
    messageText({ ...said, params: forPeople(said.params ?? {}, language, dateTime) }, language);
}

function forPeople(params: Params, language: Language, dateTime: (time: string) => string): Params {
  const shown = (name: string, value: unknown): unknown => {
    if (name === 'table' && typeof value === 'string') return tableTitle(value, language);
    return isTime(value) ? dateTime(value) : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)]));
}
