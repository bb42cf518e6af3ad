import type { FileFormat } from '../../engine/protocol.js';
import type { Stores } from '../stores.js';
import { type TableView, viewStatement } from './table-view.js';

/** A column of a file, and how it is selected. */
interface SelectedColumn {
  name: string;
  sql: string;
}

export const EXPORT_DEADLINE_MS = 10 * 60 * 1000;
/** What the engine needs to read a row grows with the square of its columns: at 16,384 more than its memory. */
const COLUMNS_AT_ONCE = 2000;

/**
 * Writes the rows of a view to files with the same rows side by side, each with some of the columns, and returns
 * their paths.
 */
export async function writeViewFiles(
  stores: Stores,
  view: TableView,
  { selected, path, ...file }: { selected: SelectedColumn[]; path: string } & FileFormat,
): Promise<string[]> {
  const paths: string[] = [];
  for (const [i, slice] of evenSlices(selected, COLUMNS_AT_ONCE).entries()) {
    const names = new Set(slice.map(({ name }) => name));
    const columns = view.columns.filter(({ name }) => names.has(name));
    const { workbookId, relation, parameters, tail } = await viewStatement(stores, { ...view, columns });
    paths.push(`${path}.${i}`);
    await stores.engine.read({
      workbookId,
      relations: [relation],
      sql: `select ${slice.map(({ sql }) => sql).join(', ')} ${tail}`,
      parameters,
      output: { kind: 'file', path: `${path}.${i}`, ...file },
      deadlineMs: EXPORT_DEADLINE_MS,
    });
  }
  return paths;
}

/** Slices of about the same size, so that none has but one column, whose empty cells csv would have to quote. */
function evenSlices<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
