import type { JobFailedError, ProblemError } from '@workbook-data-service/client';
import { english } from '@workbook-data-service/client/english';
import { commandWords } from './command-words.js';
import { subjectOf } from './subject-of.js';

/** Something that the service says; a text in the words of a library, or of an earlier release, has no code. */
interface Said {
  text: string;
  code?: string | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
}

type Sentences = Readonly<Record<string, ((params: never) => string) | undefined>>;

const books: readonly Sentences[] = [commandWords, english];

/** What the service says, in words for whoever types commands. */
export function inWords({ text, code, params = {} }: Said): string {
  const book = books.find((sentences) => code !== undefined && Object.hasOwn(sentences, code));
  return book?.[code as string]?.(withWhy(params) as never) ?? text;
}

/** A sentence may quote another, whose code and parameters stand beside its text. */
function withWhy(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { why: text, why_code: code, why_params } = params;
  if (typeof text !== 'string' || typeof code !== 'string') return params;
  return { ...params, why: inWords({ text, code, params: why_params as Said['params'] }) };
}

/** What went wrong, and on further lines what exactly and how to mend it. */
export function problemInWords(problem: ProblemError): string[] {
  const { slug, title, detail, code, params, suggestedFix, fixCode, fixParams, errors } = problem;
  const kind = inWords({ text: title, code: slug, params });
  const said = code === undefined ? `${kind}: ${detail}` : inWords({ text: detail, code, params });
  return [
    detail === title ? kind : said,
    ...firstOfEach(errors).map(
      ({ path, message, ...fault }) => `${subjectOf(path)} ${inWords({ text: message, ...fault })}`,
    ),
    inWords({ text: suggestedFix, code: fixCode ?? `fix-${slug}`, params: fixParams }),
  ];
}

/** Where one of several forms is expected, the first fault says most, and the others why no other form fits. */
function firstOfEach(faults: ProblemError['errors']): ProblemError['errors'] {
  return faults.filter(({ path }, index) => faults.findIndex((other) => other.path === path) === index);
}

/** Why a job failed, and how to mend it. */
export function jobFailureInWords({ job, message }: JobFailedError): string[] {
  const { error_code: code, error_params: params, error_fix: fix } = job;
  const failure = inWords({ text: message, code, params });
  if (!fix) return [failure];
  return [failure, inWords({ text: fix, code: job.error_fix_code, params: job.error_fix_params })];
}
