import type { readingModelSettings } from '@workbook-data-service/contract/identity';

/** Which sheets of a workspace a language model reads: none, those that rules are unsure of, or all. */
export type ReadingModelSetting = (typeof readingModelSettings)[number];

/** Where nobody has decided, a model that is set up helps where it is needed. */
export function readingModelOf({
  reading_model,
}: {
  reading_model: ReadingModelSetting | null;
}): ReadingModelSetting {
  return reading_model ?? 'doubtful';
}
