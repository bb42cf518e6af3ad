import { columnTypes as inEnglish } from '../text/messages/english-words.js';
import { columnTypes as inJapanese } from '../text/messages/japanese-words.js';
import { messages } from '../text/text.js';

/** What the types of columns are called by people who know spreadsheets rather than databases. */
export const typeNames = messages(inEnglish, inJapanese);
