import { expect, it } from 'vitest';
import { parseComments } from './comments.js';

const commentsOf = (list: string) =>
  parseComments(
    'comments1.xml',
    Buffer.from(`<comments><authors><author>Ann &amp; Bo</author><author/></authors>
      <commentList>${list}</commentList></comments>`),
  );

it('reads the text of all runs, without phonetic ones', () => {
  const comments = commentsOf(`<comment ref="B3" authorId="0"><text>
    <r><rPr><b/></rPr><t>Ann:</t></r><r><t xml:space="preserve">
 so_x000D_ so</t></r><rPh sb="0" eb="1"><t>ソ</t></rPh></text></comment>`);
  expect(comments).toEqual([{ row: 2, column: 1, author: 'Ann & Bo', text: 'Ann:\n so\r so' }]);
});

it('has no author where the list of authors lacks it, and no comment without a cell', () => {
  const comments = commentsOf(
    `<comment ref="A1" authorId="1"><text><t>a</t></text></comment>
     <comment ref="A2" authorId="7"><text/></comment>
     <comment ref="nowhere"><text><t>c</t></text></comment><comment/>`,
  );
  expect(comments).toEqual([
    { row: 0, column: 0, author: null, text: 'a' },
    { row: 1, column: 0, author: null, text: '' },
  ]);
});
