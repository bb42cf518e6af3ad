import { columnNamed } from '../../core/column-named.js';
import { problem } from '../../core/problems.js';
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
    throw problem(
      'conflict',
      `"${table.record.name}" is computed by a transform, which gives it rows and columns.`,
      {
        fix: 'Change the transform (PUT …/transforms/{name}); single cells are overridden with POST …/rows/upsert.',
      },
    );
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
  if (!column) {
    const unknown = problem('invalid-request', `There is no column "${name}" in "${table.record.name}".`, {
      fix: 'GET …/columns lists the columns; POST …/columns adds one.',
      members: { errors: [{ path, message: 'is not a column of the table' }] },
    });
    throw noSuchColumn(table, name, unknown);
  }
  if (column.masked)
    throw problem('forbidden', `You may not write the column "${column.name}": it is masked for you.`, {
      fix: 'Leave the column out: what it holds stays. Or use the credential of somebody who may see it.',
    });
  if (column.formula !== undefined) {
    throw problem('invalid-request', `"${column.name}" is computed by a formula.`, {
      fix: 'Write the columns that it follows, or freeze it with PUT …/formulas and formula: null.',
      members: { errors: [{ path, message: 'is computed by a formula' }] },
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
      isTag
        ? `If-Match says version ${version} and expected_version says ${given}.`
        : 'If-Match is not the ETag of a table.',
      {
        fix: isTag
          ? 'Send either expected_version or If-Match, or the same version in both.'
          : 'Send the ETag that a read of the table returned, such as "7", or * for any version; or expected_version instead.',
        members: { errors: [{ path: '/expected_version', message: 'disagrees with If-Match' }] },
      },
    );
  }
  throw problem('invalid-request', 'A write says which version it is based on.', {
    fix: 'Send expected_version with the edit_version that was read (or null for whatever it is), or If-Match with its ETag.',
    members: { errors: [{ path: '/expected_version', message: 'is required' }] },
  });
}
