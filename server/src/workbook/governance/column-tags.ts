import type { Db } from '../../catalog/db.js';
import { type LineageEdge, lineageDuring } from '../../catalog/lineage.js';
import { overriddenDuring } from '../../catalog/overrides.js';
import { type RawLink, rawLinksOf } from '../../catalog/raw-columns.js';
import { columnsDuring, LATEST_VERSION, type Span } from '../../catalog/tables.js';
import { referencedColumns } from '../../formula/formula-columns.js';
import { parseFormula } from '../../formula/parse-formula.js';

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

interface TableDuring {
  tableId: string;
  span: Span;
}

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
    const ancestry = await this.#ancestry(asked);
    // Deleting a table moves its tags to the tables computed from it, possibly after those were read here.
    if (ancestry.some(({ tagged }) => !tagged))
      for (const table of ancestry)
        if (table.tagged) table.tagged = await taggedColumns(this.db, table.tableId);
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

  /** The table at those versions, and all tables that it is computed from, at the versions read for it. */
  async #ancestry(asked: TableDuring): Promise<TableColumns[]> {
    const found = new Map<string, TableColumns>();
    const wanted = [asked];
    for (const one of wanted) {
      const key = tableKey(one);
      if (found.has(key)) continue;
      const table = await this.#columnsOf(one);
      found.set(key, table);
      wanted.push(...table.inputs);
    }
    return [...found.values()];
  }

  #columnsOf(table: TableDuring): Promise<TableColumns> {
    const key = tableKey(table);
    const known = this.#read.get(key) ?? readColumns(this.db, table);
    this.#read.set(key, known);
    return known;
  }
}

/** The direct tags of columns; undefined if the table does not exist at the same moment. */
async function taggedColumns(db: Db, tableId: string): Promise<TaggedColumn[] | undefined> {
  const rows = await db
    .selectFrom('tables')
    .leftJoin('column_tags', 'column_tags.table_id', 'tables.id')
    .select(['column_tags.column_id as columnId', 'column_tags.tag'])
    .where('tables.id', '=', tableId)
    .orderBy('column_tags.tag')
    .execute();
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ columnId, tag }) => (columnId === null || tag === null ? [] : [{ columnId, tag }]));
}

async function readColumns(db: Db, table: TableDuring): Promise<TableColumns> {
  const { tableId, span } = table;
  const key = tableKey(table);
  const [tagged, lineage, columns, rawLinks] = await Promise.all([
    taggedColumns(db, tableId),
    lineageDuring(db, tableId, span),
    columnsDuring(db, tableId, span),
    rawLinksOf(db, tableId),
  ]);
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
  const overridden = lineage.length > 0 ? await overriddenBefore(db, table) : [];
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
