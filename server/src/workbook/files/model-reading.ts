import type { KnownFile } from '../../file-workers/last-file.js';
import type {
  JudgedSheet,
  QuestionsRequest,
  SheetQuestion,
  SheetToJudge,
} from '../../file-workers/model-readings.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { knownFile } from './known-file.js';
import type { ReceivedFile } from './received-file.js';

export type { SheetQuestion };

/** What a language model is asked about sheets of a file, in their order. */
export const questionsAbout = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    asked: Omit<QuestionsRequest, keyof KnownFile>,
  ): Promise<SheetQuestion[]> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.questionsAbout(workbookId, { ...(await knownFile(blobs, file)), ...asked });
  },
);

/** What comes of the answers of a language model about sheets of a file, in their order. */
export const judgeAnswers = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    sheets: readonly SheetToJudge[],
  ): Promise<JudgedSheet[]> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.judgeAnswers(workbookId, { ...(await knownFile(blobs, file)), sheets });
  },
);
