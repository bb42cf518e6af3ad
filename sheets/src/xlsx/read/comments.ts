import type { CellComment } from '../../grid/grid.js';
import { unescapeCellText } from '../xml/decode-text.js';
import { ElementText } from '../xml/element-text.js';
import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';
import { parseRange } from './a1-references.js';
import { addBounded } from './bounded-list.js';

const AUTHOR = nameOf('author');
const COMMENT = nameOf('comment');
const REFERENCE = nameOf('ref');
const AUTHOR_ID = nameOf('authorId');
const TEXT = nameOf('t');
const PHONETIC = nameOf('rPh');

/** The notes of a sheet as plain text; formatting is lost. */
export function parseComments(name: string, bytes: Buffer): CellComment[] {
  const authors: string[] = [];
  const comments: CellComment[] = [];
  let comment: CellComment | null = null;
  let inPhonetic = false;
  scanBytes(name, bytes, (scanner) => {
    const text = new ElementText(scanner);
    return {
      open(element, tag) {
        if (element === PHONETIC) inPhonetic = true;
        else if (element === AUTHOR) text.start();
        else if (element === TEXT && comment && !inPhonetic) text.start();
        else if (element === COMMENT) {
          const author = authors[tag.integer(AUTHOR_ID) ?? -1] || null;
          comment = commentAt(tag.text(REFERENCE), author);
        }
      },
      close(element) {
        if (element === PHONETIC) inPhonetic = false;
        else if (element === AUTHOR) addBounded(authors, text.finish(), 'authors of comments');
        else if (element === TEXT && comment && !inPhonetic) comment.text += unescapeCellText(text.finish());
        else if (element === COMMENT) {
          if (comment) addBounded(comments, comment, 'comments');
          comment = null;
        }
      },
      text: text.add,
    };
  });
  return comments;
}

/** A comment, still without text; null where the reference is not a cell. */
export function commentAt(reference: string | undefined, author: string | null): CellComment | null {
  const cell = parseRange(reference ?? '');
  return cell && { row: cell.top, column: cell.left, author, text: '' };
}
