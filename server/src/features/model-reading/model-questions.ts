import { createHash } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { keptAnswers } from '../../catalog/model-answers.js';
import { ModelFailure, type ModelMessage } from '../../gateways/model/model.js';
import type { SheetQuestion } from '../../workbook/files/model-reading.js';
import type { Service } from '../service.js';
import type { ReadingModel } from './find-reading-model.js';
import type { TokensLeft } from './tokens-left.js';

/** Right answers take a tenth of it; models that think aloud need more. */
const MAX_ANSWER_TOKENS = 8_000;
const MAX_ANSWER_BYTES = 500_000;
/** What an answer usually adds to the tokens of its question. */
const EXPECTED_ANSWER_TOKENS = 600;

/** What was said so far about a sheet: the question, and after an answer what was wrong with it. */
export interface Exchange {
  question: SheetQuestion;
  first?: { answer: string; repair: string };
}

/** A new answer, to be kept and paid for. */
interface NewAnswer {
  hash: string;
  /** Null if it was of no use: then it may be asked again. */
  text: string | null;
  tokens: number;
}

/** The questions about the sheets of one file: within the time and the tokens that they may take, and never asked twice. */
export class ModelQuestions {
  readonly answers: NewAnswer[] = [];
  /** The sheets that were sent, also where no answer came. */
  readonly sent = new Set<string>();
  readonly #deadline: number;
  #reserved = 0;

  constructor(
    private readonly service: Pick<Service, 'catalog' | 'config' | 'log' | 'modelRest'>,
    private readonly reader: ReadingModel,
    readonly tokens: TokensLeft,
  ) {
    this.#deadline = performance.now() + service.config.modelReadingMs;
  }

  /** The answer as text, or why there is none. */
  async answerTo(exchange: Exchange): Promise<{ text: string } | { failure: Message }> {
    const { question } = exchange;
    const hash = this.#hashOf(exchange);
    const { catalog, log, modelRest } = this.service;
    const kept = (await keptAnswers(catalog.db, this.reader.workspaceId, [hash])).get(hash);
    if (kept !== undefined) return { text: kept };
    if (modelRest.isResting) return { failure: say('why-model-resting') };
    const expected = question.tokens * (exchange.first ? 2 : 1) + EXPECTED_ANSWER_TOKENS;
    if (this.#reserved + expected > this.tokens.left) return { failure: this.tokens.whenUsed };
    this.#reserved += expected;
    this.sent.add(question.sheet);
    try {
      const turn = await this.reader.model.converse({
        system: question.system,
        messages: messagesOf(exchange),
        tools: [],
        form: { name: 'reading', schema: question.schema },
        maxTokens: MAX_ANSWER_TOKENS,
        maxBytes: MAX_ANSWER_BYTES,
        deadline: this.#deadline,
      });
      modelRest.answered();
      const used = turn.tokens.input + turn.tokens.output;
      this.#reserved += used - expected;
      this.answers.push({ hash, text: turn.text, tokens: used });
      return { text: turn.text };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      if (error.isTransientFailure || error.kind === 'too-late') modelRest.failed();
      log.warn({ kind: error.kind, said: error.said }, 'the language model failed');
      return { failure: say(`why-model-${error.kind}`) };
    }
  }

  /** An answer that is no answer at all is paid for, but not kept. */
  forget(text: string): void {
    for (const answer of this.answers) if (answer.text === text) answer.text = null;
  }

  /** By everything that decides the answer: what is asked, in which form, and who is asked. */
  #hashOf({ question: { version, system, schema, user }, first }: Exchange): string {
    const asked = [version, this.reader.model.name, system, schema, user, first ?? null];
    return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  }
}

function messagesOf({ question, first }: Exchange): ModelMessage[] {
  const asked: ModelMessage = { role: 'user', text: question.user };
  if (!first) return [asked];
  return [asked, { role: 'assistant', text: first.answer }, { role: 'user', text: first.repair }];
}
