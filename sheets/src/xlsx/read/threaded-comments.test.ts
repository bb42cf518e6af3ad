import { expect, it } from 'vitest';
import { parsePersons, parseThreadedComments, preferThreads } from './threaded-comments.js';

const persons = parsePersons(
  'person.xml',
  Buffer.from(
    '<personList><person displayName="Ann" id="{AB}"/><person displayName="Bo" id="{CD}"/></personList>',
  ),
);

const threadsOf = (entries: string) =>
  parseThreadedComments('tc.xml', Buffer.from(`<ThreadedComments>${entries}</ThreadedComments>`), persons);

it('joins the entries of a thread under the name of its first author', () => {
  const threads = threadsOf(
    `<threadedComment ref="A1" personId="{ab}" id="{1}"><text>Why?</text></threadedComment>
     <threadedComment ref="C2" personId="{EF}" id="{2}"><text>Else &lt;</text><mentions/></threadedComment>
     <threadedComment ref="A1" personId="{CD}" id="{3}" parentId="{1}"><text>So.</text></threadedComment>
     <threadedComment ref="?" personId="{CD}"><text>lost</text></threadedComment>`,
  );
  expect(threads).toEqual([
    { row: 0, column: 0, author: 'Ann', text: 'Why?\nSo.' },
    { row: 1, column: 2, author: null, text: 'Else <' },
  ]);
});

it('replaces the note that stands for a thread', () => {
  const note = { row: 5, column: 0, author: null, text: 'a note' };
  const standIn = { row: 0, column: 0, author: 'tc={1}', text: '[Threaded comment] Your version of Excel …' };
  const thread = { row: 0, column: 0, author: 'Ann', text: 'Why?' };
  expect(preferThreads([standIn, note], [thread])).toEqual([note, thread]);
  expect(preferThreads([note], [])).toEqual([note]);
});
