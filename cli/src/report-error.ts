import { JobFailedError, ProblemError } from '@workbook-data-service/client';
import { CommanderError } from 'commander';
import { exitCodeOf } from './exit-code.js';
import { plainText } from './output/plain-text.js';

/**
 * Says on standard error what went wrong and how to mend it, and decides the exit code. `file` is the one of several
 * that it is about.
 */
export function reportError(error: unknown, json: boolean, file?: string): void {
  process.exitCode = exitCodeOf(error);
  // Commander has written its own message.
  if (error instanceof CommanderError) return;
  process.stderr.write(
    json ? `${JSON.stringify({ ...(file && { file }), ...errorAsJson(error) })}\n` : errorAsText(error, file),
  );
}

function errorAsText(error: unknown, file?: string): string {
  const message = error instanceof Error ? error.message : String(error);
  // SQL that is not valid is quoted on lines of its own, with a mark below.
  const about = file === undefined ? '' : `${plainText(file)}: `;
  const lines = [`wds: ${about}${message.split('\n').map(plainText).join('\n  ')}`];
  if (error instanceof ProblemError) {
    for (const { path, message } of error.errors) lines.push(`  ${plainText(path)}: ${plainText(message)}`);
    lines.push(`  ${plainText(error.suggestedFix)}`);
    if (error.status >= 500 && error.requestId) lines.push(`  Request: ${plainText(error.requestId)}`);
  }
  return `${lines.join('\n')}\n`;
}

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
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof JobFailedError) return { error: 'job-failed', detail, job_id: error.job.id };
  return { error: error instanceof Error ? error.name : 'Error', detail };
}
