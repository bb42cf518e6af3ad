import type { fileSentences } from './generated/messages/files.js';
import type { formulaSentences } from './generated/messages/formulas.js';
import type { OperationCodesOf, ParamsOf } from './generated/messages/message.js';
import type { readingSentences } from './generated/messages/readings.js';
import type { valueSentences } from './generated/messages/values.js';
import type { Catalogue } from './generated/messages.js';

export type { Param } from './generated/messages/message.js';
export {
  auditActionOf,
  type OpAction,
  type OpKind,
  type WorkbookAction,
} from './generated/messages/recorded.js';
export type { Excerpt } from './generated/messages/words.js';

/** What the service says, by its code: the parameters of each sentence, to say it in other words. */
export type MessageParams = ParamsOf<
  Catalogue & typeof fileSentences & typeof formulaSentences & typeof readingSentences & typeof valueSentences
>;

export type MessageCode = keyof MessageParams;

/** The codes whose English sentence names endpoints. */
export type OperationCode = OperationCodesOf<Catalogue>;
