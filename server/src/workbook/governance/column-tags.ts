import { referencedColumns } from '@workbook-data-service/sheets/formula';
import type { Db } from '../../catalog/db.js';
import { type LineageEdge, lineageDuring } from '../../catalog/lineage.js';
import { overriddenDuring } from '../../catalog/overrides.js';
import { type RawLink, rawLinksOf } from '../../catalog/raw-columns.js';
import type { TableDuring } from '../../catalog/states-during.js';
import { type ColumnRecord, columnsDuring, LATEST_VERSION } from '../../catalog/tables.js';
import { parseFormula } from '../../core/formulas.js';

/** A column that was tagged directly. */
export interface TagOrigin {
  tableId: string;
  columnId: string;
}

/** By column id and tag: the columns that the tag comes from, including the column itself if it is tagged directly. */
export type ColumnTags = Map<string, Map<string, TagOrigin[]>>;

interface TableColumns {
  key: string;
  tableId: string;
  /** Undefined if the table was deleted. */
  tagged: TaggedColumn[] | undefined;
  /** From each column to the columns that it is computed from. */
  edges: { columnId: string; inputKey: string; inputColumnId: string }[];
  /** Tags inherited from deleted tables. */
  kept: { columnId: string; tag: string; origin: TagOrigin }[];
  inputs: TableDuring[];
}

interface TaggedColumn {
  columnId: string;
  tag: string;
}

/** Each takes a few parameters, well below what either database accepts in one statement. */
const TABLES_AT_ONCE = 100;

/**
 * The tags of columns: their own, and those of every column that they are computed from, by formulas and through
 * any number of transforms. So a caller who may not see a column does not see what is computed from it either.
 * Each table is read once per reader.
 */
export class TagReader {
  readonly #read = new Map<string, Promise<TableColumns>>();

  constructor(private readonly db: Db) {}

  /** The tags of the cells that a table has at a version. */
  async tagsOf(tableId: string, version = LATEST_VERSION): Promise<ColumnTags> {
    return await this.#tagsOf({ tableId, span: { from: version, to: version } });
  }

  /** The tags of all cells up to a version: earlier ones may have been computed from other columns. */
  async tagsUpTo(tableId: string, version: number): Promise<ColumnTags> {
    return await this.#tagsOf({ tableId, span: { from: 1, to: version } });
  }

  async #tagsOf(asked: TableDuring): Promise<ColumnTags> {
    const ancestry = await this.#ancestry([asked]);
    // Deleting a table moves its tags to the tables computed from it, possibly after those were read here.
    if (ancestry.some(({ tagged }) => !tagged)) await this.#readTagsAgain(ancestry);
    const followers = new Map<string, { key: string; columnId: string }[]>();
    for (const { key, edges } of ancestry)
      for (const { columnId, inputKey, inputColumnId } of edges) {
        const place = placeKey(inputKey, inputColumnId);
        const known = followers.get(place);
        if (known) known.push({ key, columnId });
        else followers.set(place, [{ key, columnId }]);
      }
    const tags: ColumnTags = new Map();
    const askedKey = tableKey(asked);
    for (const { key, tableId, tagged = [], kept } of ancestry) {
      const standing = tagged.map((one) => ({ ...one, origin: { tableId, columnId: one.columnId } }));
      for (const { columnId, tag, origin } of [...standing, ...kept])
        for (const reached of spread({ key, columnId }, followers))
          if (reached.key === askedKey) add(tags, reached.columnId, tag, origin);
    }
    return tags;
  }

  async #readTagsAgain(tables: readonly TableColumns[]): Promise<void> {
    const standing = tables.filter(({ tagged }) => tagged);
    for (let start = 0; start < standing.length; start += TABLES_AT_ONCE) {
      const some = standing.slice(start, start + TABLES_AT_ONCE);
      const tagged = await taggedColumns(this.db, [...new Set(some.map(({ tableId }) => tableId))]);
      for (const table of some) table.tagged = tagged.get(table.tableId);
    }
  }

  /** Reads tables, each at its version, and all that they are computed from together, before their tags are asked for. */
  async readAhead(tables: readonly { tableId: string; version: number }[]): Promise<void> {
    await this.#ancestry(
      tables.map(({ tableId, version }) => ({ tableId, span: { from: version, to: version } })),
    );
  }

  /** The tables at those versions, and all tables that they are computed from, at the versions read for them. */
  async #ancestry(asked: readonly TableDuring[]): Promise<TableColumns[]> {
    const found = new Map<string, TableColumns>();
    let wanted = asked;
    while (wanted.length > 0) {
      const tables = await this.#columnsOf(wanted);
      for (const table of tables) found.set(table.key, table);
      const inputs = tables.flatMap((table) =>
        table.inputs.map((input) => [tableKey(input), input] as const),
      );
      wanted = [...new Map(inputs)].flatMap(([key, input]) => (found.has(key) ? [] : [input]));
    }
    return [...found.values()];
  }

  /** Those that were not read before are read together. */
  async #columnsOf(tables: readonly TableDuring[]): Promise<TableColumns[]> {
    const unread = tables.filter((table) => !this.#read.has(tableKey(table)));
    for (let start = 0; start < unread.length; start += TABLES_AT_ONCE) {
      const some = unread.slice(start, start + TABLES_AT_ONCE);
      const reading = readColumns(this.db, some);
      for (const [at, table] of some.entries())
        this.#read.set(
          tableKey(table),
          reading.then((read) => read[at] as TableColumns),
        );
    }
    return await Promise.all(tables.map((table) => this.#read.get(tableKey(table)) as Promise<TableColumns>));
  }
}

/** By table, the direct tags of its columns; without tables that do not exist at the same moment. */
async function taggedColumns(db: Db, tableIds: readonly string[]): Promise<Map<string, TaggedColumn[]>> {
  const rows = await db
    .selectFrom('tables')
    .leftJoin('column_tags', 'column_tags.table_id', 'tables.id')
    .select(['tables.id', 'column_tags.column_id as columnId', 'column_tags.tag'])
    .where('tables.id', 'in', tableIds)
    .orderBy('column_tags.tag')
    .execute();
  const tagged = new Map<string, TaggedColumn[]>();
  for (const { id, columnId, tag } of rows) {
    const columns = tagged.get(id) ?? [];
    if (columnId !== null && tag !== null) columns.push({ columnId, tag });
    tagged.set(id, columns);
  }
  return tagged;
}

async function readColumns(db: Db, tables: readonly TableDuring[]): Promise<TableColumns[]> {
  const ids = [...new Set(tables.map(({ tableId }) => tableId))];
  const [tagged, lineage, columns, rawLinks] = await Promise.all([
    taggedColumns(db, ids),
    lineageDuring(db, tables),
    columnsDuring(db, tables),
    rawLinksOf(db, ids),
  ]);
  const linksOf = new Map<string, RawLink[]>();
  for (const link of rawLinks)
    for (const id of [link.tableId, link.rawTableId]) linksOf.set(id, [...(linksOf.get(id) ?? []), link]);
  return await Promise.all(
    tables.map(async (table, at) => {
      const edges = lineage[at] ?? [];
      return tableColumns(table, {
        tagged: tagged.get(table.tableId),
        lineage: edges,
        columns: columns[at] ?? [],
        rawLinks: linksOf.get(table.tableId) ?? [],
        overridden: edges.length > 0 ? await overriddenBefore(db, table) : [],
      });
    }),
  );
}

interface ReadTable {
  tagged: TaggedColumn[] | undefined;
  lineage: readonly LineageEdge[];
  columns: readonly ColumnRecord[];
  rawLinks: readonly RawLink[];
  overridden: readonly { columnId: string; since: TableDuring }[];
}

function tableColumns(
  table: TableDuring,
  { tagged, lineage, columns, rawLinks, overridden }: ReadTable,
): TableColumns {
  const { tableId } = table;
  const key = tableKey(table);
  const formulas = columns.flatMap(({ id, formula }) =>
    formula === undefined
      ? []
      : referencedColumns(parseFormula(formula)).map((inputColumnId) => ({
          columnId: id,
          inputKey: key,
          inputColumnId,
        })),
  );
  const fromTables = [...lineage, ...rawLinks.flatMap((link) => sameCells(link, tableId))];
  const inputs = inputsOf(fromTables);
  return {
    key,
    tableId,
    tagged,
    edges: [
      ...formulas,
      ...fromTables.map(({ columnId, inputTableId, inputColumnId }) => ({
        columnId,
        inputKey: tableKey(inputs.get(inputTableId) as TableDuring),
        inputColumnId,
      })),
      ...overridden.map(({ columnId, since }) => ({
        columnId,
        inputKey: tableKey(since),
        inputColumnId: columnId,
      })),
    ],
    kept: lineage.flatMap(({ columnId, inputTableId, inputColumnId, keptTags = [] }) =>
      keptTags.map((tag) => ({ columnId, tag, origin: { tableId: inputTableId, columnId: inputColumnId } })),
    ),
    inputs: [...inputs.values(), ...overridden.map(({ since }) => since)],
  };
}

/** Each input once, with the span of its versions that were read. */
function inputsOf(edges: readonly Omit<LineageEdge, 'exact'>[]): Map<string, TableDuring> {
  const inputs = new Map<string, TableDuring>();
  for (const { inputTableId, inputVersion = LATEST_VERSION } of edges) {
    const { span } = inputs.get(inputTableId) ?? { span: { from: inputVersion, to: inputVersion } };
    const from = Math.min(span.from, inputVersion);
    const to = Math.max(span.to, inputVersion);
    inputs.set(inputTableId, { tableId: inputTableId, span: { from, to } });
  }
  return inputs;
}

/** An override outlives the run that it was set on, so the lineage of its column at that time still counts. */
async function overriddenBefore(
  db: Db,
  { tableId, span }: TableDuring,
): Promise<{ columnId: string; since: TableDuring }[]> {
  const overridden = await overriddenDuring(db, tableId, span);
  return overridden
    .filter(({ setAt }) => setAt < span.from)
    .map(({ columnId, setAt }) => ({ columnId, since: { tableId, span: { from: setAt, to: span.to } } }));
}

/**
 * A raw sheet and the tables structured from it have the same cells, so tags apply in both directions: through the
 * raw table also from one of these tables to the others. Notes surround the data, and do not inherit its tags.
 */
function sameCells(
  { tableId, columnId, role, rawTableId, rawColumnId }: RawLink,
  of: string,
): Omit<LineageEdge, 'exact'>[] {
  if (of === rawTableId) return [{ columnId: rawColumnId, inputTableId: tableId, inputColumnId: columnId }];
  return role === 'notes' ? [] : [{ columnId, inputTableId: rawTableId, inputColumnId: rawColumnId }];
}

/** A column and all columns computed from it. */
function spread(
  from: { key: string; columnId: string },
  followers: ReadonlyMap<string, { key: string; columnId: string }[]>,
): { key: string; columnId: string }[] {
  const reached = [from];
  const seen = new Set([placeKey(from.key, from.columnId)]);
  for (const { key, columnId } of reached)
    for (const next of followers.get(placeKey(key, columnId)) ?? []) {
      const place = placeKey(next.key, next.columnId);
      if (seen.has(place)) continue;
      seen.add(place);
      reached.push(next);
    }
  return reached;
}

const tableKey = ({ tableId, span }: TableDuring): string => `${tableId}@${span.from}-${span.to}`;
const placeKey = (key: string, columnId: string): string => `${key} ${columnId}`;

function add(tags: ColumnTags, columnId: string, tag: string, origin: TagOrigin): void {
  const ofColumn = tags.get(columnId) ?? new Map<string, TagOrigin[]>();
  ofColumn.set(tag, [...(ofColumn.get(tag) ?? []), origin]);
  tags.set(columnId, ofColumn);
}
