/** Why a text cannot be a name: the predicate of a sentence about it. */
const nameSentences = {
  'name-blank': () => 'is blank',
  'name-too-long': ({ max }: { max: number }) => `is longer than ${max} characters`,
  'name-not-unicode': () => 'is not well-formed Unicode',
  'name-control-character': () => 'holds a control character',
  'name-of-row-id': () => 'is the name of the row id',
};

/** Why a value does not fit a column: the predicate of a sentence about it. */
const cellSentences = {
  'cell-not-text': () => 'is not text',
  'cell-not-unicode': () => 'is not well-formed Unicode',
  'cell-nested': ({ max }: { max: number }) => `is nested more than ${max} levels deep`,
  'cell-long-number': () => 'holds a number with more digits than JSON numbers keep; send that one as text',
  'cell-out-of-range': () => 'is out of range',
  'cell-not-whole': () => 'is not a whole number',
  'cell-not-number': () => 'is not a number',
  'cell-not-boolean': () => 'is not true or false',
  'cell-decimal-places': ({ max }: { max: number }) =>
    `has more than ${max} decimal ${max === 1 ? 'place' : 'places'}`,
  'cell-date-form': () => 'is not a date such as 2026-01-31',
  'cell-time-form': () => 'is not a time such as 13:05:00',
  'cell-timestamp-form': () => 'is not a timestamp without offset, such as 2026-01-31T13:05:00',
  'cell-timestamptz-form': () => 'is not a timestamp such as 2026-01-31T13:05:00Z',
  'cell-not-in-calendar': () => 'is not a day of the calendar',
  'cell-not-time-of-day': () => 'is not a time of day',
  'cell-not-date': () => 'is not a date',
  'cell-not-json': () => 'is not JSON',
  'cell-error': () => 'is an error',
  'cell-formula-unresolved': () => 'is a formula whose result the file does not have',
  'cell-not-row-id': () => 'is not a row id',
  'cell-not-exported': () => 'was not in the exported file',
};

export const valueSentences = { ...nameSentences, ...cellSentences };
