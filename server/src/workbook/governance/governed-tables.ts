import { createHash } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import { requireKept } from '../../catalog/kept-history.js';
import { ROWS } from '../../catalog/lineage.js';
import { nearMiss } from '../../catalog/near-misses.js';
import { parseColumns } from '../../catalog/parse-columns.js';
import { rowCountsAt } from '../../catalog/row-counts.js';
import { runTogether } from '../../catalog/run-together.js';
import {
  type ColumnRecord,
  columnsAt,
  columnsOfAll,
  findTable,
  preferredTable,
  rowCountAt,
  type TableRecord,
} from '../../catalog/tables.js';
import { batches } from '../../core/batches.js';
import {
  decideColumn,
  decideInfluence,
  type InfluenceDecision,
  influenceOf,
  type PolicyRule,
  PUBLIC,
  rulesForPublic,
} from '../../core/policy.js';
import { type Problem, problem } from '../../core/problems.js';
import { TimeSlices } from '../../core/time-slices.js';
import type { Relation } from '../../engine/engine.js';
import { type ColumnTags, TagReader } from './column-tags.js';
import { policyRules } from './policy-rules.js';
import { type LookedUpTable, type PrefetchedTable, tableStatements } from './prefetched-table.js';

export interface GovernedColumn extends ColumnRecord {
  masked: boolean;
}

declare const isGoverned: unique symbol;

/**
 * A table as one caller may see it: denied columns do not exist, masked ones read as NULL. Only `Governance`
 * creates one, from policies: no object built elsewhere has its type.
 */
export interface GovernedTable {
  readonly [isGoverned]: true;
  record: TableRecord;
  version: number;
  /** Null if the rows are withheld, because a column that the caller may not see has influenced them. */
  rowCount: number | null;
  columns: GovernedColumn[];
  /** The names of denied columns; for the headers of exports, and to know whether the caller sees the same as before. */
  denied: string[];
  /** The ids of masked columns. */
  masked: string[];
  influence: InfluenceDecision;
  /** Looked up before the body was read, when there was no policy: for a change that checks that again. */
  isPrefetched?: boolean;
}

/** A table whose rows the caller may read. Nothing else becomes a relation of the engine. */
export interface ReadableTable extends GovernedTable {
  rowCount: number;
}

/** A user, whose roles in the workspace of a workbook decide what is visible. */
export interface Viewer {
  userId: string;
  /** Called for every governed table that is read for the viewer. */
  trace?: { record(workbookId: string, tableId: string): void } | undefined;
  /** Whether anybody may be looking, whatever the user may see: the rules of the role `public` apply. */
  isPublic?: true;
  /** Versions of tables to show in place of the current ones, by the ids of the tables. */
  versions?: ReadonlyMap<string, number> | undefined;
  /** The table that the request names, if it was looked up together with the viewer. */
  prefetched?: PrefetchedTable | undefined;
}

/** Each takes a few parameters, well below what either database accepts in one statement. */
const TABLES_AT_ONCE = 100;

/** A version of a table. Those of one call are of different tables. */
interface TableAt {
  record: TableRecord;
  version: number;
}

interface FoundTable {
  record: TableRecord;
  columns: ColumnRecord[];
  governance: Governance;
}

/** The only place that decides which columns of a table a caller may see. */
export class Governance {
  private constructor(
    readonly governed: boolean,
    private readonly roles: ReadonlySet<string>,
    private readonly rules: readonly PolicyRule[],
    /** Shared by all views, so that common inputs are read once. */
    private readonly tags: TagReader,
    private readonly viewer: Viewer,
  ) {}

  static async load(db: Db, viewer: Viewer, workbookId: string): Promise<Governance> {
    return await Governance.under(await policyRules(db, { workbookId }).execute(), db, viewer, workbookId);
  }

  private static async under(
    rules: PolicyRule[],
    db: Db,
    viewer: Viewer,
    workbookId: string,
  ): Promise<Governance> {
    const roles = rules.length === 0 ? new Set<string>() : await rolesOf(db, viewer, workbookId);
    const applied = viewer.isPublic ? rulesForPublic(rules) : rules;
    return new Governance(rules.length > 0, roles, applied, new TagReader(db), viewer);
  }

  /** A table by its name or id, and its columns, with the policies that apply to the viewer. */
  static async find(
    db: Db,
    viewer: Viewer,
    workbookId: string,
    nameOrId: string,
    prefetched?: LookedUpTable,
  ): Promise<FoundTable> {
    const [rules, tables, schemas] =
      prefetched ?? (await runTogether(db, ...tableStatements(db, workbookId, nameOrId)));
    const record = preferredTable(tables, nameOrId);
    if (!record) throw await noSuchTable(db, workbookId, nameOrId);
    const { columns } = schemas.find(({ table_id }) => table_id === record.id) as { columns: string };
    const governance = await Governance.under(rules, db, viewer, workbookId);
    return { record, columns: parseColumns(columns), governance };
  }

  /** Whether any tag hides or masks its columns for the viewer. */
  get hidesAnything(): boolean {
    return this.rules.some(({ tag }) => decideColumn([tag], this.roles, this.rules).effect !== 'clear');
  }

  /** The table's columns after policy, at its current version or an earlier one. */
  async view(
    db: Db,
    record: TableRecord,
    version = record.edit_version,
    known?: ColumnRecord[],
  ): Promise<GovernedTable> {
    if (version < record.edit_version) await requireKept(db, record.id, version);
    return await this.#view(db, record, version, known, () => this.tags.tagsOf(record.id, version));
  }

  /**
   * The same for reporting values that the table had before, as in its history: a column is also governed by what
   * it was computed from then.
   */
  async viewOfPast(
    db: Db,
    record: TableRecord,
    version = record.edit_version,
    known?: ColumnRecord[],
  ): Promise<GovernedTable> {
    return await this.#view(db, record, version, known, () => this.tags.tagsUpTo(record.id, version));
  }

  /**
   * Many tables, each at a version, with few statements and yielding to other requests in between. Tables that were
   * deleted meanwhile are left out.
   */
  async viewAll(db: Db, tables: readonly TableAt[]): Promise<GovernedTable[]> {
    const slices = new TimeSlices();
    const views: GovernedTable[] = [];
    for (const some of batches(tables, TABLES_AT_ONCE)) {
      const wanted = some.map(({ record, version }) => ({ id: record.id, version }));
      const past = some.filter(({ record, version }) => version !== record.edit_version);
      const [columns, rowCounts] = await Promise.all([
        columnsOfAll(db, wanted),
        rowCountsAt(
          db,
          past.map(({ record, version }) => ({ id: record.id, version })),
        ),
      ]);
      if (this.governed)
        await this.tags.readAhead(wanted.map(({ id, version }) => ({ tableId: id, version })));
      for (const { record, version } of some) {
        const own = columns.get(record.id);
        const rowCount = version === record.edit_version ? record.row_count : rowCounts.get(record.id);
        if (own)
          views.push(
            await this.#decide(record, version, { columns: own, rowCount }, () =>
              this.tags.tagsOf(record.id, version),
            ),
          );
        if (slices.isOver) await slices.next();
      }
    }
    return views;
  }

  async #view(
    db: Db,
    record: TableRecord,
    version: number,
    /** The columns of the current version, if they were read with the table. */
    known: ColumnRecord[] | undefined,
    readTags: () => Promise<ColumnTags>,
  ): Promise<GovernedTable> {
    const isCurrent = version === record.edit_version;
    const rowCount = isCurrent ? record.row_count : await rowCountAt(db, record.id, version);
    if (rowCount === undefined) throw noSuchVersion(record.name, version);
    const columns = (isCurrent && known) || (await columnsAt(db, record.id, version));
    return await this.#decide(record, version, { columns, rowCount }, readTags);
  }

  async #decide(
    record: TableRecord,
    version: number,
    { columns, rowCount }: { columns: ColumnRecord[]; rowCount: number | undefined },
    readTags: () => Promise<ColumnTags>,
  ): Promise<GovernedTable> {
    if (rowCount === undefined) throw noSuchVersion(record.name, version);
    if (this.governed) this.viewer.trace?.record(record.workbook_id, record.id);
    const tags: ColumnTags = this.governed ? await readTags() : new Map();
    const untagged = decideColumn([], this.roles, this.rules).effect;
    const seen: GovernedColumn[] = [];
    const denied: string[] = [];
    const masked: string[] = [];
    for (const column of columns) {
      const own = tags.get(column.id);
      const effect = own ? decideColumn(own.keys(), this.roles, this.rules).effect : untagged;
      if (effect === 'mask') masked.push(column.id);
      if (effect === 'deny') denied.push(column.name);
      else seen.push(effect === 'mask' ? { ...column, masked: true } : clear(column));
    }
    const influence = decideInfluence(tags.get(ROWS)?.keys() ?? [], this.roles, this.rules);
    return {
      record,
      version,
      rowCount: influence.withheldBy.length > 0 ? null : rowCount,
      influence,
      columns: seen,
      denied,
      masked,
    } as GovernedTable;
  }

  /**
   * A hash that changes whenever the viewer may see other columns of the workbook; empty if all are visible.
   * A kept answer may be returned again as long as it stays the same.
   */
  async visibility(db: Db, workbookId: string): Promise<string> {
    if (!this.governed) return '';
    const tagged = await db
      .selectFrom('column_tags')
      .innerJoin('tables', 'tables.id', 'column_tags.table_id')
      .select(['column_tags.table_id', 'column_tags.column_id', 'column_tags.tag'])
      .where('tables.workbook_id', '=', workbookId)
      .execute();
    const hidden = tagged.flatMap(({ table_id, column_id, tag }) => {
      const { effect, rule } = decideColumn([tag], this.roles, this.rules);
      return effect === 'clear' ? [] : `${table_id} ${column_id} ${effect} ${rule && influenceOf(rule)}`;
    });
    if (hidden.length === 0) return '';
    return createHash('sha256')
      .update([...new Set(hidden)].sort().join('\n'))
      .digest('hex');
  }
}

/** Columns that a caller sees as they are, by their records, which reads of a wide table share. */
const clearColumns = new WeakMap<ColumnRecord, GovernedColumn>();

function clear(column: ColumnRecord): GovernedColumn {
  const known = clearColumns.get(column);
  if (known) return known;
  const seen = { ...column, masked: false };
  clearColumns.set(column, seen);
  return seen;
}

/** Whether anything in the table is hidden from its reader. */
export function hidesAnythingOf({ denied, masked, rowCount }: GovernedTable): boolean {
  return denied.length > 0 || masked.length > 0 || rowCount === null;
}

/** Refuses a table whose rows are withheld from the caller. */
export function requireReadable(table: GovernedTable): ReadableTable {
  if (isReadable(table)) return table;
  const tags = table.influence.withheldBy.map(({ tag }) => `"${tag}"`).join(', ');
  throw problem('influenced-by-governed-column', say('rows-influenced', { table: table.record.name, tags }), {
    members: { table: table.record.name, tags: table.influence.withheldBy.map(({ tag }) => tag) },
  });
}

export function isReadable(table: GovernedTable): table is ReadableTable {
  return table.rowCount !== null;
}

export async function requireTable(db: Db, workbookId: string, nameOrId: string): Promise<TableRecord> {
  const table = await findTable(db, workbookId, nameOrId);
  if (!table) throw await noSuchTable(db, workbookId, nameOrId);
  return table;
}

async function noSuchTable(db: Db, workbookId: string, nameOrId: string): Promise<Problem> {
  return problem('not-found', say('table-unknown', { table: nameOrId }), {
    fix: await nearMiss(db, 'table', { workbookId, given: nameOrId, listed: say('fix-tables') }),
  });
}

export function relationOf(table: ReadableTable, name = table.record.name): Relation {
  return {
    name,
    tableId: table.record.id,
    version: table.version,
    columns: table.columns,
  };
}

/** Changes whenever the same read, of the same versions, would return other columns: it names those that are hidden. */
export function fingerprint(tables: readonly GovernedTable[]): string {
  return JSON.stringify(tables.map(({ record, denied, masked }) => [record.id, denied, masked]));
}

function noSuchVersion(name: string, version: number) {
  return problem('not-found', say('table-version-unknown', { table: name, version }), {
    fix: say('fix-table-version'),
  });
}

export async function rolesOf(db: Db, viewer: Viewer, workbookId: string): Promise<Set<string>> {
  if (viewer.isPublic) return new Set([PUBLIC]);
  const member = await db
    .selectFrom('workbooks')
    .innerJoin('workspace_members', 'workspace_members.workspace_id', 'workbooks.workspace_id')
    .select(['workspace_members.base_role', 'workspace_members.custom_roles'])
    .where('workbooks.id', '=', workbookId)
    .where('workspace_members.user_id', '=', viewer.userId)
    .executeTakeFirst();
  return new Set(member ? [member.base_role, ...(JSON.parse(member.custom_roles) as string[])] : []);
}
