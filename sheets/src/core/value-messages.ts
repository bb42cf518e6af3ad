import { type Say, sayFrom } from './message.js';
import { valueSentences } from './value-sentences.js';

/** What is said about names and values. */
export const sayOfValue: Say<typeof valueSentences> = sayFrom(valueSentences);
