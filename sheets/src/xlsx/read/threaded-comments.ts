import type { CellComment } from '../../grid/grid.js';
import { ElementText } from '../xml/element-text.js';
import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';
import { addBounded } from './bounded-list.js';
import { commentAt } from './comments.js';

const PERSON = nameOf('person');
const ID = nameOf('id');
const DISPLAY_NAME = nameOf('displayName');

/** The names of commenters, by their identifiers. */
export function parsePersons(name: string, bytes: Buffer): Map<string, string> {
  const persons: [id: string, name: string][] = [];
  scanBytes(name, bytes, () => ({
    open(element, tag) {
      if (element !== PERSON) return;
      const id = tag.text(ID) ?? '';
      addBounded(persons, [id.toLowerCase(), tag.text(DISPLAY_NAME) ?? ''], 'persons');
    },
    close() {},
    text() {},
  }));
  return new Map(persons);
}

const THREADED_COMMENT = nameOf('threadedComment');
const REFERENCE = nameOf('ref');
const PERSON_ID = nameOf('personId');
const TEXT = nameOf('text');

/** One comment for each thread, by its first author; the replies are further lines. */
export function parseThreadedComments(
  name: string,
  bytes: Buffer,
  persons: ReadonlyMap<string, string>,
): CellComment[] {
  const entries: CellComment[] = [];
  let entry: CellComment | null = null;
  scanBytes(name, bytes, (scanner) => {
    const text = new ElementText(scanner);
    return {
      open(element, tag) {
        if (element === TEXT) text.start();
        else if (element === THREADED_COMMENT) {
          const author = persons.get((tag.text(PERSON_ID) ?? '').toLowerCase()) || null;
          entry = commentAt(tag.text(REFERENCE), author);
        }
      },
      close(element) {
        if (element === TEXT) {
          const words = text.finish();
          if (entry) entry.text = words;
        } else if (element === THREADED_COMMENT) {
          if (entry) addBounded(entries, entry, 'comments');
          entry = null;
        }
      },
      text: text.add,
    };
  });
  return joinThreads(entries);
}

function joinThreads(entries: readonly CellComment[]): CellComment[] {
  const threads = new Map<string, CellComment>();
  for (const entry of entries) {
    const thread = threads.get(cellKey(entry));
    if (thread) thread.text += `\n${entry.text}`;
    else threads.set(cellKey(entry), { ...entry });
  }
  return [...threads.values()];
}

/** Each thread has a note for programs that do not support threads; the thread replaces it. */
export function preferThreads(notes: readonly CellComment[], threads: readonly CellComment[]): CellComment[] {
  const threaded = new Set(threads.map(cellKey));
  return [...notes.filter((note) => !threaded.has(cellKey(note))), ...threads];
}

function cellKey({ row, column }: CellComment): string {
  return `${row}/${column}`;
}
