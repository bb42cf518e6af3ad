import { expect, it } from 'vitest';
import { sheetTokensOf } from './sheet-tokens.js';

/** What each piece is, without literals and operators. */
const shown = (formula: string) =>
  [...sheetTokensOf(formula)].flatMap((token) => {
    switch (token.kind) {
      case 'address':
        return token.sheet === null ? token.address : `${token.sheet}!${token.address}`;
      case 'structured':
        return `${token.table}<${token.items}>`;
      case 'name':
        return token.sheet === null ? `name ${token.name}` : `name ${token.sheet}!${token.name}`;
      case 'function':
        return `${token.name}()`;
      default:
        return [];
    }
  });

it.each<[string, string[]]>([
  ['A1+$B$2*-c3', ['A1', '$B$2', 'c3']],
  ['SUM(A1:B2,D:E,$3:4)', ['SUM()', 'A1:B2', 'D:E', '$3:4']],
  ["Other!A1&'Jan''s data'!B2:B3", ['Other!A1', "Jan's data!B2:B3"]],
  ["SUM(Jan:Mar!A1)+'Jan 1:Mar 1'!A1", ['SUM()', 'Jan:Mar!A1', 'Jan 1:Mar 1!A1']],
  ["[1]Sheet1!A1+'[2]Other one'!B1+[1]!Rate", ['[1]Sheet1!A1', '[2]Other one!B1', 'name [1]!Rate']],
  ['"A1 ""B2"""&1E5&.5&TRUE', []],
  ['LOG10(A1)*Tax_2*Sheet1!Rate', ['LOG10()', 'A1', 'name Tax_2', 'name Sheet1!Rate']],
  ['_xlfn.IFNA(#N/A,#REF!)', ['_XLFN.IFNA()']],
  ["Sales[Qty]*TAB1[[#This Row],[It'] em]]+[@Qty]", ['Sales<Qty>', "TAB1<[#This Row],[It'] em]>", '<@Qty>']],
  ['A1:INDEX(B:B,2)', ['A1', 'INDEX()', 'B:B']],
  ['ÄÖ1+Größe', ['name ÄÖ1', 'name Größe']],
  ['"unclosed', ['name unclosed']],
])('%s', (formula, wanted) => {
  expect(shown(formula)).toEqual(wanted);
  expect([...sheetTokensOf(formula)].map(({ text }) => text).join('')).toBe(formula);
});
