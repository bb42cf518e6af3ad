import { expect, test } from 'vitest';
import { csvLine } from './csv.js';

test('cells that contain separators are quoted, and no value differs from an empty text', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', '', null, 1.5, true, [1]])).toBe(
    '"a,b","say ""hi""","two\nlines","",,1.5,true,[1]\r\n',
  );
});
