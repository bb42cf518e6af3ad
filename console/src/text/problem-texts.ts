import type { JobFailedError, ProblemError } from '@workbook-data-service/client';
import type { Source } from '@workbook-data-service/client/api';
import type { Language } from '../preferences.js';
import { messageText, translated } from './messages/message-text.js';
import { subjectOf } from './subject-of.js';

export interface ProblemWords {
  /** What went wrong. */
  detail: string;
  /** What to do about it. */
  fix: string;
  /** What exactly, in the words of the service, where `detail` says it in general. */
  exactly?: string;
}

/** A problem in the language of the reader: as exactly as the console has words for it, or else by its kind. */
export function problemWords(problem: ProblemError, language: Language): ProblemWords {
  const { slug, detail, code, params, suggestedFix, fixCode, fixParams } = problem;
  const fields = problem.errors.map(({ path, message: text, ...said }) => {
    const [subject, fault] = [subjectOf(path, language), messageText({ text, ...said }, language)];
    return language === 'ja' ? `${subject}: ${fault}` : `${subject} ${fault}.`;
  });
  const fix =
    translated({ code: fixCode, params: fixParams }, language) ??
    (fixCode === undefined && language !== 'en'
      ? translated({ code: `fix-${slug}` }, language)
      : undefined) ??
    suggestedFix;
  if (language === 'en') {
    const what = messageText({ text: detail, code, params }, language);
    return { detail: [what, ...fields].join(' '), fix };
  }
  const what = translated({ code, params }, language);
  const kind = translated({ code: slug }, language);
  const unsaid = what === undefined && kind !== undefined ? [detail, ...fields] : fields;
  return {
    detail: what ?? kind ?? detail,
    fix,
    ...(unsaid.length > 0 && { exactly: unsaid.join(' ') }),
  };
}

interface Fault {
  detail: string;
  code?: string | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
  suggested_fix: string;
  fix_code?: string | undefined;
  fix_params?: Readonly<Record<string, unknown>> | undefined;
}

/** A problem within an answer, as that of one table among several. */
export function faultWords(fault: Fault, language: Language): ProblemWords {
  const { detail, code, params, suggested_fix: fix, fix_code, fix_params } = fault;
  return {
    detail: messageText({ text: detail, code, params }, language),
    fix: messageText({ text: fix, code: fix_code, params: fix_params }, language),
  };
}

/** Why a job failed. */
export function jobFailureWords({ job, message }: JobFailedError, language: Language): ProblemWords {
  const { error_code: code, error_params: params, error_fix: fix = '' } = job;
  const mend = { text: fix, code: job.error_fix_code, params: job.error_fix_params };
  return { detail: messageText({ text: message, code, params }, language), fix: messageText(mend, language) };
}

export type FailedSource = Pick<
  Source,
  'failure' | 'failure_code' | 'failure_params' | 'failure_fix' | 'failure_fix_code' | 'failure_fix_params'
>;

/** Why a file could not be read, and what to do about it; null if nothing failed. */
export function fileFailureWords(source: FailedSource, language: Language): ProblemWords | null {
  const {
    failure,
    failure_code,
    failure_params,
    failure_fix = '',
    failure_fix_code,
    failure_fix_params,
  } = source;
  if (failure === null) return null;
  const detail = { text: failure, code: failure_code, params: failure_params };
  const fix = { text: failure_fix, code: failure_fix_code, params: failure_fix_params };
  return { detail: messageText(detail, language), fix: messageText(fix, language) };
}
