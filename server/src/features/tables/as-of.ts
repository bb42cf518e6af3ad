import { problem } from '../../core/problems.js';

/** An `as_of` that is an edit_version. */
export function parseEditVersion(text: string): number {
  const version = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(version) && version > 0) return version;
  throw problem('not-found', `There is no version "${text}".`, {
    fix: 'Use an edit_version of the table, or leave as_of out to read the current one.',
  });
}
