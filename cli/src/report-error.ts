import { JobFailedError, ProblemError } from '@workbook-data-service/client';
import { CommanderError } from 'commander';
import { exitCodeOf } from './exit-code.js';
import { plainText } from './output/plain-text.js';
import { jobFailureInWords, problemInWords } from './words/words.js';

interface ReportOptions {
  json: boolean;
  /** Of several files, the one that it is about. */
  file?: string;
  /** Whether whoever reads it called an endpoint, and mends that call. */
  calledEndpoint?: boolean;
}

/** Says on standard error what went wrong and how to mend it, and decides the exit code. */
export function reportError(error: unknown, options: ReportOptions): void {
  process.exitCode = exitCodeOf(error);
  // Commander has written its own message.
  if (error instanceof CommanderError) return;
  const { json, file } = options;
  const text = json
    ? JSON.stringify({ ...(file && { file }), ...errorAsJson(error) })
    : errorAsText(error, options);
  process.stderr.write(`${text}\n`);
}

function errorAsText(error: unknown, { file, calledEndpoint }: ReportOptions): string {
  const about = file === undefined ? '' : `${plainText(file)}: `;
  const [first = '', ...others] = calledEndpoint ? asAnswered(error) : inWordsOfCommands(error);
  const lines = [`wds: ${about}${shown(first)}`, ...others.map((line) => `  ${shown(line)}`)];
  if (error instanceof ProblemError && error.status >= 500 && error.requestId)
    lines.push(`  Request: ${plainText(error.requestId)}`);
  return lines.join('\n');
}

/** SQL that is not valid is quoted on lines of its own, with a mark below. */
const shown = (text: string): string => text.split('\n').map(plainText).join('\n  ');

function inWordsOfCommands(error: unknown): string[] {
  if (error instanceof ProblemError) return problemInWords(error);
  if (error instanceof JobFailedError) return jobFailureInWords(error);
  return [messageOf(error)];
}

function asAnswered(error: unknown): string[] {
  if (!(error instanceof ProblemError)) return [messageOf(error)];
  return [
    error.message,
    ...error.errors.map(({ path, message }) => `${path}: ${message}`),
    error.suggestedFix,
  ];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function errorAsJson(error: unknown): object {
  if (error instanceof ProblemError) {
    const { slug, status, title, detail, suggestedFix, requestId, errors, members } = error;
    return {
      error: slug,
      status,
      title,
      detail,
      suggested_fix: suggestedFix,
      request_id: requestId,
      errors,
      ...members,
    };
  }
  const detail = messageOf(error);
  if (error instanceof JobFailedError) return { error: 'job-failed', detail, job_id: error.job.id };
  return { error: error instanceof Error ? error.name : 'Error', detail };
}
