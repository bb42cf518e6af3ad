import { expect, test } from 'vitest';
import { notForPeople, sentenceCount } from '../../../../client/test-support/every-sentence.js';
import type { Language } from '../../preferences.js';
import { messageText } from './message-text.js';

test.each<Language>(['en', 'ja'])('no sentence of the console in %s is meant for programs', (language) => {
  expect(sentenceCount).toBeGreaterThan(900);
  expect(notForPeople((said) => messageText(said, language))).toEqual([]);
});
