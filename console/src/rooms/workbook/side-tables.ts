import type { ArtifactSummary, Source } from '@workbook-data-service/client/api';
import { inReadingOrder } from '../../app/table-names.js';
import { hasWords } from '../../text/has-words.js';

/** Tables that are listed together: of one file with several, derived ones, or all others. */
interface TableGroup {
  kind: 'file' | 'derived' | 'single';
  /** Of the file. */
  name: string;
  tables: ArtifactSummary[];
}

type File = Pick<Source, 'id' | 'name' | 'filename'>;

/** A file with a single table, which mostly has its name, is not worth a group. */
export function tableGroups(tables: readonly ArtifactSummary[], files: readonly File[]): TableGroup[] {
  const groups = files.flatMap(({ id, filename }): TableGroup[] => {
    const made = tables.filter(({ source_id }) => source_id === id);
    return made.length > 1 ? [{ kind: 'file', name: filename, tables: inReadingOrder(made) }] : [];
  });
  const grouped = new Set(groups.flatMap((group) => group.tables));
  const others = tables.filter((table) => !grouped.has(table));
  const [derived, single] = ['derived', 'base'].map((layer) =>
    others.filter((table) => table.layer === layer),
  ) as [ArtifactSummary[], ArtifactSummary[]];
  return [
    { kind: 'single' as const, name: '', tables: single },
    ...groups,
    { kind: 'derived' as const, name: '', tables: derived },
  ].filter((group) => group.tables.length > 0);
}

/** By the names of a table, its columns and its file. */
export function foundTables(
  tables: readonly ArtifactSummary[],
  files: readonly File[],
  words: string,
): ArtifactSummary[] {
  const fileOf = new Map(files.map(({ id, filename }) => [id, filename]));
  return tables.filter(({ name, schema, source_id }) => {
    const columns = schema?.map((column) => column.name) ?? [];
    return hasWords([name, fileOf.get(source_id ?? '') ?? '', ...columns].join(' '), words);
  });
}
