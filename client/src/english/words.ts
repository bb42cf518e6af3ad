import type { MessageCode, MessageParams } from '../messages.js';

/** English sentences for people, with the parameters of those of the service. */
export type InEnglish = {
  readonly [Code in MessageCode]?: (params: MessageParams[Code]) => string;
};

/** What the types of columns are called where people choose them. */
export const columnTypes = {
  VARCHAR: 'Text',
  BIGINT: 'Whole number',
  DOUBLE: 'Number',
  'DECIMAL(18,2)': 'Number with two decimal places',
  BOOLEAN: 'Yes or no',
  DATE: 'Date',
  TIME: 'Time',
  TIMESTAMP: 'Date and time',
  TIMESTAMPTZ: 'Moment (UTC)',
  JSON: 'Structured value (JSON)',
};

const nouns: Readonly<Record<string, string>> = {
  VARCHAR: 'text',
  BIGINT: 'a whole number',
  INTEGER: 'a whole number',
  HUGEINT: 'a whole number',
  DOUBLE: 'a number',
  FLOAT: 'a number',
  BOOLEAN: 'yes or no',
  DATE: 'a date',
  TIME: 'a time',
  TIMESTAMP: 'a date and time',
  TIMESTAMPTZ: 'a moment',
};

/** What a column holds, to stand after 'is': `a whole number`. */
export function aValueOf(type: string): string {
  if (type.startsWith('DECIMAL')) return 'a decimal number';
  return nouns[type] ?? 'a value of another kind';
}
