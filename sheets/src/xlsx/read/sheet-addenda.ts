import type { CellComment, Hyperlink, SheetTable } from '../../grid/grid.js';
import { parseComments } from './comments.js';
import type { OfficePackage, PartLink } from './office-package.js';
import type { LinkedRange } from './sheet-surroundings.js';
import { parseTable } from './tables.js';
import { parseThreadedComments, preferThreads } from './threaded-comments.js';

interface SheetAddenda {
  tables: SheetTable[];
  comments: CellComment[];
  hyperlinks: Hyperlink[];
}

/** The parts that belong to a sheet, and the targets of its hyperlinks. */
export async function readSheetAddenda(
  parts: OfficePackage,
  sheetPart: string,
  linkedRanges: readonly LinkedRange[],
  persons: ReadonlyMap<string, string>,
): Promise<SheetAddenda> {
  const links = await parts.linksOf(sheetPart);
  const read = async <T>(type: string, parse: (name: string, bytes: Buffer) => T): Promise<T[]> => {
    const results: T[] = [];
    for (const { target } of links.filter((link) => link.type === type && !link.external)) {
      const bytes = await parts.bytes(target);
      if (bytes) results.push(parse(target, bytes));
    }
    return results;
  };
  const notes = await read('comments', parseComments);
  const threads = await read('threadedComment', (name, bytes) => parseThreadedComments(name, bytes, persons));
  return {
    tables: (await read('table', parseTable)).filter((table) => table !== null),
    comments: preferThreads(notes.flat(), threads.flat()),
    hyperlinks: hyperlinks(linkedRanges, links),
  };
}

function hyperlinks(ranges: readonly LinkedRange[], links: readonly PartLink[]): Hyperlink[] {
  const targets = new Map(links.map(({ id, target }) => [id, target]));
  return ranges.map(({ range, relationshipId, location }) => ({
    range,
    target: targets.get(relationshipId ?? '') ?? null,
    location,
  }));
}
