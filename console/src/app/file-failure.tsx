import { usePreferences } from '../preferences.js';
import { type FailedSource, fileFailureWords } from '../text/problem-texts.js';

/** Why a file could not be read, and what to do about it. */
export function FileFailure({ source }: { source: FailedSource }) {
  const words = fileFailureWords(source, usePreferences().language);
  return (
    words && (
      <p>
        {words.detail} {words.fix}
      </p>
    )
  );
}
