/** Why a language model reads no sheets, or did not read one. */
export const modelReadingSentences = {
  'model-reading-unset': () => 'No language model is set up (SVC_MODEL_URL), so nothing is sent.',
  'model-reading-off': () =>
    'The operator has turned off reading with a model (SVC_MODEL_READING), so nothing is sent.',
  'model-reading-never': () => 'The workspace lets no model read its files, so nothing is sent.',
  'model-reading-governed': () =>
    'The workbook has rules or tags for columns, so none of its files is sent to a model.',
  'model-reading-sheets': ({ max }: { max: number }) =>
    `No more than ${max} sheets of a file are read by a model, those first that rules are least sure of.`,
  'model-reading-tokens': () => 'No more tokens may be used for this file.',
  'model-reading-day': () => 'The account has used the tokens of the day for reading with a model.',
};
