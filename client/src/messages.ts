import type { fileSentences } from './generated/messages/files.js';
import type { OperationCodesOf, ParamsOf } from './generated/messages/message.js';
import type { readingSentences } from './generated/messages/readings.js';
import type { Catalogue } from './generated/messages.js';

export type { Param } from './generated/messages/message.js';
export type { Excerpt } from './generated/messages/words.js';

/** What the service says, by its code: the parameters of each sentence, to say it in other words. */
export type MessageParams = ParamsOf<Catalogue & typeof fileSentences & typeof readingSentences>;

export type MessageCode = keyof MessageParams;

/** The codes whose English sentence names endpoints. */
export type OperationCode = OperationCodesOf<Catalogue>;
