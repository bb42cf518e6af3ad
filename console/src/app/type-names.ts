import { columnTypes } from '../text/messages/japanese-words.js';
import { messages } from '../text/text.js';

/** What the types of columns are called by people who know spreadsheets rather than databases. */
export const typeNames = messages(
  {
    VARCHAR: 'Text',
    BIGINT: 'Whole number',
    DOUBLE: 'Number',
    BOOLEAN: 'Yes or no',
    DATE: 'Date',
    TIME: 'Time',
    TIMESTAMP: 'Date and time',
    TIMESTAMPTZ: 'Moment (UTC)',
  },
  columnTypes,
);
