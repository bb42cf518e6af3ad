import { say } from '@workbook-data-service/contract/messages';
import { columnNamed } from '../../core/column-named.js';
import { fieldError, problem } from '../../core/problems.js';
import type {
  GovernedColumn,
  GovernedTable,
  ReadableTable,
  Viewer,
} from '../../workbook/governance/governed-tables.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { noSuchColumn } from './hidden-columns.js';

/** What the caller may see of a table whose rows or columns are to be written. Refuses derived tables. */
export async function writableTable(
  service: Service,
  viewer: Viewer,
  { workbookId, table: name }: TablePlace,
): Promise<ReadableTable> {
  const table = await service.data.as(viewer).table(workbookId, name);
  if (table.record.kind !== 'base') {
    throw problem('conflict', say('table-derived', { table: table.record.name }), {
      fix: say('fix-table-derived'),
    });
  }
  return table;
}

/** The column a cell is written to. A denied column is treated as missing; a masked one cannot be written. */
export function writableColumn(table: GovernedTable, name: string, path: string): GovernedColumn {
  return requireWritable(table, columnNamed(table.columns, name), name, path);
}

function requireWritable(
  table: GovernedTable,
  column: GovernedColumn | undefined,
  name: string,
  path: string,
): GovernedColumn {
  if (!column) throw noSuchColumn(table, name, { path, fix: say('fix-columns-or-add') });
  if (column.masked)
    throw problem('forbidden', say('column-masked', { column: column.name }), {
      fix: say('fix-column-masked'),
    });
  if (column.formula !== undefined) {
    throw problem('invalid-request', say('column-computed', { column: column.name }), {
      fix: say('fix-column-computed'),
      members: { errors: [fieldError(path, say('computed-by-formula'))] },
    });
  }
  return column;
}

/** The same for many cells: each name is looked up once. `path` says where the request names the column. */
export function writableColumns(table: GovernedTable): (name: string, path: () => string) => GovernedColumn {
  const byKey = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
  const found = new Map<string, GovernedColumn>();
  return (name, path) => {
    const known = found.get(name);
    if (known) return known;
    const column = requireWritable(table, byKey.get(name.toLowerCase()), name, path());
    found.set(name, column);
    return column;
  };
}

/** `expected_version` of the body, or `If-Match`; one of them is required. Null: any version. */
export function expectedVersion(
  given: number | null | undefined,
  ifMatch: string | undefined,
): number | null {
  if (ifMatch === undefined || ifMatch === '*') {
    if (given !== undefined) return given;
    if (ifMatch === '*') return null;
  } else {
    const version = Number(/^(?:W\/)?"?(\d+)"?$/.exec(ifMatch)?.[1]);
    const isTag = Number.isSafeInteger(version) && version > 0;
    if (isTag && (given === undefined || given === version)) return version;
    throw problem(
      'invalid-request',
      isTag ? say('versions-disagree', { tag: version, given: given ?? null }) : say('tag-invalid'),
      {
        fix: say(isTag ? 'fix-versions-disagree' : 'fix-tag-invalid'),
        members: { errors: [fieldError('/expected_version', say('disagrees-with-if-match'))] },
      },
    );
  }
  throw problem('invalid-request', say('version-unsaid'), {
    fix: say('fix-version-unsaid'),
    members: { errors: [fieldError('/expected_version', say('field-required'))] },
  });
}
