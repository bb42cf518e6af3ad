import type { Db } from '../../catalog/db.js';
import { type LineageEdge, lineageDuring } from '../../catalog/lineage.js';
import { overriddenDuring } from '../../catalog/overrides.js';
import { type RawLink, rawLinksOf } from '../../catalog/raw-columns.js';
import { columnsDuring, LATEST_VERSION, type Span } from '../../catalog/tables.js';
import { referencedColumns } from '../../formula/formula-columns.js';
import { parseFormula } from '../../formula/parse-formula.js';

/** A column on which somebody put a tag. */
export interface TagOrigin {
  tableId: string;
  columnId: string;
}

/** By column id and tag: where the tag stands, the column itself among them where it is tagged itself. */
export type ColumnTags = Map<string, Map<string, TagOrigin[]>>;

interface TableColumns {
  key: string;
  tableId: string;
  /** Undefined where the table is gone. */
  tagged: TaggedColumn[] | undefined;
  /** Each column after what it is computed from. */
  edges: { columnId: string; inputKey: string; inputColumnId: string }[];
  /** What it has from tables that are gone. */
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
 * The tags of columns: their own, and those of every column that they are computed from, by formulas of their table
 * and through however many transforms. So whoever may not see a column does not see what was made of it either.
 * Each table is read once in the life of a reader.
 */
export class TagReader {
  readonly #read = new Map<string, Promise<TableColumns>>();

  constructor(private readonly db: Db) {}

  /** Of the cells that the table has at a version. */
  async tagsOf(tableId: string, version = LATEST_VERSION): Promise<ColumnTags> {
    return await this.#tagsOf({ tableId, span: { from: version, to: version } });
  }

  /** Of all cells that it had up to a version: what they were computed from then may be other columns than now. */
  async tagsUpTo(tableId: string, version: number): Promise<ColumnTags> {
    return await this.#tagsOf({ tableId, span: { from: 1, to: version } });
  }

  async #tagsOf(asked: TableDuring): Promise<ColumnTags> {
    const ancestry = await this.#ancestry(asked);
    // Whoever deletes a table leaves its tags with what was made of it, maybe after that was read here.
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

  /** The table at those versions, and all tables that it is computed from, as they were read for it. */
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

/** The tags that stand on columns themselves, and in the same moment whether the table is there. */
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

/** Each table once, at the versions from the first to the last that was read of it. */
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

/** An override outlives what was computed when it was set; so what the column was then still counts. */
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
 * A sheet as it is and the tables that were made of it show the same cells, so their tags go both ways: through the
 * raw table also from one of these tables to the others. Notes stand around the data, and are spared what comes from
 * it.
 */
function sameCells(
  { tableId, columnId, role, rawTableId, rawColumnId }: RawLink,
  of: string,
): Omit<LineageEdge, 'exact'>[] {
  if (of === rawTableId) return [{ columnId: rawColumnId, inputTableId: tableId, inputColumnId: columnId }];
  return role === 'notes' ? [] : [{ columnId, inputTableId: rawTableId, inputColumnId: rawColumnId }];
}

/** A column and everything that follows from it. */
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
