import { type Message, type ParamsOf, type Say, sayFrom } from '@workbook-data-service/sheets/messages';
import { type doubtSentences, readingSentences } from './reading-sentences.js';

/** What is said about how a sheet is read. */
export const sayOfReading: Say<typeof readingSentences> = sayFrom(readingSentences);

export type ReadingParams = ParamsOf<typeof readingSentences>;

/** For code that holds a doubt of any kind with its parameters, which were checked where it was found. */
export const doubtMessage = sayOfReading as (
  sign: keyof typeof doubtSentences,
  params: ReadingParams[keyof typeof doubtSentences],
) => Message;
