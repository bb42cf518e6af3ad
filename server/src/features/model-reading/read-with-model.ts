import { randomUUID } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { type Author, change } from '../../catalog/change.js';
import { keepAnswer } from '../../catalog/model-answers.js';
import { withoutCancellation } from '../../core/cancellation.js';
import { Problem } from '../../core/problems.js';
import { errorFields } from '../../log.js';
import { judgeAnswers, questionsAbout } from '../../workbook/files/model-reading.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { isMetered } from '../billing/account-plan.js';
import { payForModel } from '../billing/pay-for-model.js';
import type { Service } from '../service.js';
import { isAsked, leastSureFirst } from './asked-sheets.js';
import { findReadingModel, type ReadingModel } from './find-reading-model.js';
import { type Exchange, ModelQuestions } from './model-questions.js';
import { tokensLeft } from './tokens-left.js';

/** They are asked about at the same time. */
const MAX_SHEETS = 8;

export interface FileToRead {
  workbookId: string;
  file: ReceivedFile;
  /** As rules read it. */
  specs: readonly SheetSpec[];
  /** The lines of the workspace's rules. */
  rules: readonly string[];
  /** What making its tables costs afterwards. */
  creditsToLeave: number;
}

/**
 * The specs with those changed that a model was asked about: each says what came of it, and follows the reading of the model
 * where no check finds that worse. Whatever the model does, the file can be read as rules read it.
 */
export async function readWithModel(
  service: Service,
  author: Author,
  read: FileToRead,
): Promise<SheetSpec[]> {
  const unchanged = [...read.specs];
  const reader = await findReadingModel(service, read.workbookId);
  if (!('model' in reader) || !read.specs.some((spec) => isAsked(spec, reader.asked))) return unchanged;
  try {
    const tokens = await tokensLeft(service, reader.accountId, read.creditsToLeave);
    const questions = new ModelQuestions(service, reader, tokens);
    try {
      return await new FileReading(service, reader, questions, read).specs();
    } finally {
      await withoutCancellation(() => settle(service, author, reader, read, questions));
    }
  } catch (error) {
    // Not a fault of the model or of its reading.
    if (error instanceof Problem && (error.slug === 'cancelled' || error.status === 503)) throw error;
    service.log.error(errorFields(error), 'a file could not be read with the language model');
    return unchanged;
  }
}

/** One file, with what is known of each of its sheets so far. */
class FileReading {
  /** By sheet, what came of asking about it. */
  readonly #read = new Map<string, SheetSpec>();

  constructor(
    private readonly service: Service,
    private readonly reader: ReadingModel,
    private readonly questions: ModelQuestions,
    private readonly file: FileToRead,
  ) {}

  async specs(): Promise<SheetSpec[]> {
    const { workbookId, file, specs, rules } = this.file;
    const asked = specs.filter((spec) => isAsked(spec, this.reader.asked)).toSorted(leastSureFirst);
    for (const { name } of asked.slice(MAX_SHEETS))
      this.#failed(name, say('model-reading-sheets', { max: MAX_SHEETS }));
    const request = { specs: asked.slice(0, MAX_SHEETS), rules };
    const questions = await questionsAbout(this.service.data, workbookId, file, request);
    const answered = await this.#ask(questions.map((question) => ({ question })));
    const unsettled = await this.#judge(answered);
    const mended = await this.#ask(unsettled);
    await this.#judge(mended);
    return specs.map((spec) => this.#read.get(spec.name) ?? spec);
  }

  /** The exchanges that were answered; a sheet about which nothing was heard stays as it was read before. */
  async #ask(exchanges: readonly Exchange[]): Promise<Answered[]> {
    const heard = await Promise.all(
      exchanges.map(async (exchange) => ({ exchange, heard: await this.questions.answerTo(exchange) })),
    );
    return heard.flatMap(({ exchange, heard }) => {
      if ('text' in heard) return [{ exchange, text: heard.text }];
      if (!exchange.first) this.#failed(exchange.question.sheet, heard.failure);
      return [];
    });
  }

  /** Chooses between the readings, and returns the sheets whose answers could be mended. */
  async #judge(answered: readonly Answered[]): Promise<Exchange[]> {
    if (answered.length === 0) return [];
    const { workbookId, file, specs } = this.file;
    const sheets = answered.flatMap(({ exchange: { question, first }, text }) => {
      const spec = specs.find(({ name }) => name === question.sheet);
      return spec ? [{ question, spec, answers: [...(first ? [first.answer] : []), text] }] : [];
    });
    const judged = await judgeAnswers(this.service.data, workbookId, file, sheets);
    return answered.flatMap(({ exchange: { question }, text }, at) => {
      const { spec, isReadable, repair } = judged[at] ?? {};
      if (spec) this.#read.set(spec.name, spec);
      if (!isReadable) this.questions.forget(text);
      return repair === undefined ? [] : [{ question, first: { answer: text, repair } }];
    });
  }

  #failed(sheet: string, why: Message): void {
    const spec = this.file.specs.find(({ name }) => name === sheet);
    if (spec) this.#read.set(sheet, { ...spec, modelReading: { outcome: 'failed', why: [why] } });
  }
}

interface Answered {
  exchange: Exchange;
  text: string;
}

/** Keeps what was answered, pays for it, and notes in the audit log what left the service. */
async function settle(
  { catalog, config }: Service,
  author: Author,
  { workspaceId, model }: ReadingModel,
  { workbookId, file }: FileToRead,
  { sent, answers, tokens: { affordable } }: ModelQuestions,
): Promise<void> {
  if (sent.size === 0) return;
  const tokens = answers.reduce((sum, answer) => sum + answer.tokens, 0);
  await change(catalog, author, async (c) => {
    for (const { hash, text, tokens } of answers)
      await keepAnswer(c, { workspace_id: workspaceId, question_hash: hash, answer: text, tokens });
    const metered = isMetered(config);
    await payForModel(c, {
      kind: 'reading',
      workbookId,
      subject: randomUUID(),
      tokens: Math.min(tokens, affordable),
      metered,
    });
    await c.audit({
      chain: workbookId,
      action: 'file.shown_to_model',
      target: file.filename,
      detail: { sha256: file.blob.hash, sheets: [...sent], model: model.name, tokens },
    });
  });
}
