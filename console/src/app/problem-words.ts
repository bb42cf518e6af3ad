import type { JobFailedError, ProblemError } from '@workbook-data-service/client';
import { messageText, translated } from './messages/message-text.js';
import type { Language } from './preferences.js';

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
  const fields = problem.errors.map(({ path, message }) => `${path}: ${message}`);
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

/** Why a job failed. */
export function jobFailureWords({ job, message }: JobFailedError, language: Language): ProblemWords {
  const { error_code: code, error_params: params } = job;
  return { detail: messageText({ text: message, code, params }, language), fix: '' };
}
