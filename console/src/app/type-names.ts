import { messages } from './text.js';

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
  {
    VARCHAR: 'テキスト',
    BIGINT: '整数',
    DOUBLE: '数値',
    BOOLEAN: 'はい・いいえ',
    DATE: '日付',
    TIME: '時刻',
    TIMESTAMP: '日時',
    TIMESTAMPTZ: '日時 (UTC)',
  },
);
