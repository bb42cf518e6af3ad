import { columnNamed } from '../../core/column-named.js';
import { Problem, problem } from '../../core/problems.js';
import {
  type GovernedColumn,
  type GovernedTable,
  isReadable,
  type ReadableTable,
  type Viewer,
} from '../../workbook/governance/governed-tables.js';
import { PolicySetMeanwhile, versionConflict } from '../../workbook/writing/write-tables.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { noSuchColumn } from './hidden-columns.js';

/** The table whose rows or columns a write changes, as the caller sees it. */
export async function writableTable(
  service: Service,
  viewer: Viewer,
  { workbookId, table: name }: TablePlace,
): Promise<ReadableTable> {
  const table = await service.data.as(viewer).table(workbookId, name);
  if (table.row.kind !== 'base') {
    throw problem(
      'conflict',
      `"${table.row.name}" is computed by a transform, which gives it rows and columns.`,
      {
        fix: 'Change the transform (PUT …/transforms/{name}); single cells are overridden with POST …/rows/upsert.',
      },
    );
  }
  return table;
}

/** The column a cell is written to. A denied column does not exist; a masked one cannot be written. */
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
    const unknown = problem('invalid-request', `There is no column "${name}" in "${table.row.name}".`, {
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

/** The same for many cells: each name is looked up once. `path` tells where the request names the column. */
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

/** `expected_version` of the body, or `If-Match`; one of them must be there. Null: whatever the version is. */
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
        fix: 'Send either expected_version or If-Match, or the same version in both.',
        members: { errors: [{ path: '/expected_version', message: 'disagrees with If-Match' }] },
      },
    );
  }
  throw problem('invalid-request', 'A write says which version it is based on.', {
    fix: 'Send expected_version with the edit_version that was read (or null for whatever it is), or If-Match with its ETag.',
    members: { errors: [{ path: '/expected_version', message: 'is required' }] },
  });
}

const TRIES = 5;

/** A caller who takes any version does not lose to an edit made between the reading and the writing. */
export async function againIfMoved<Result>(
  expected: number | null,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const lost =
        error instanceof PolicySetMeanwhile ||
        (error instanceof Problem && error.slug === 'version-conflict' && expected === null);
      if (!lost || attempt === TRIES) throw error;
    }
  }
}

/** Refuses at once what would lose when it is committed, before anything is computed for it. */
export async function refuseIfMoved(
  service: Service,
  table: GovernedTable,
  expected: number | null,
): Promise<void> {
  await withChangesSince(service, table, expected, async () => {
    if (expected !== null && expected !== table.version) throw versionConflict(table.version, expected);
  });
}

/** Tells who lost a race what has changed meanwhile, so that the change can be applied again without reading all. */
export async function withChangesSince<Result>(
  service: Service,
  table: GovernedTable,
  expected: number | null,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const lost = error instanceof Problem && error.slug === 'version-conflict';
    if (!lost || expected === null || !isReadable(table)) throw error;
    const changesSince = await service.data.changesSince(table, expected);
    throw problem('version-conflict', error.detail, {
      members: { ...error.members, changes_since: changesSince },
    });
  }
}
