import type { Db } from '../catalog/catalog.js';
import { type LineageEdge, lineageAt } from '../catalog/lineage.js';
import { type RawLink, rawLinksOf } from '../catalog/raw-columns.js';
import { columnsIfAny, LATEST_VERSION } from '../catalog/tables.js';
import { referencedColumns } from '../core/formula/formula-columns.js';
import { parseFormula } from '../core/formula/parse-formula.js';

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
  tagged: { columnId: string; tag: string }[];
  /** Each column after what it is computed from. */
  edges: { columnId: string; inputKey: string; inputColumnId: string }[];
  inputs: { tableId: string; version: number }[];
}

/**
 * The tags of columns: their own, and those of every column that they are computed from, by formulas of their table
 * and through however many transforms. So whoever may not see a column does not see what was made of it either.
 * Each table is read once in the life of a reader.
 */
export class TagReader {
  readonly #read = new Map<string, Promise<TableColumns>>();

  constructor(private readonly db: Db) {}

  async tagsOf(tableId: string, version = LATEST_VERSION): Promise<ColumnTags> {
    const ancestry = await this.#ancestry(tableId, version);
    const followers = new Map<string, { key: string; columnId: string }[]>();
    for (const { key, edges } of ancestry)
      for (const { columnId, inputKey, inputColumnId } of edges) {
        const place = placeKey(inputKey, inputColumnId);
        const known = followers.get(place);
        if (known) known.push({ key, columnId });
        else followers.set(place, [{ key, columnId }]);
      }
    const tags: ColumnTags = new Map();
    const asked = tableKey(tableId, version);
    for (const table of ancestry)
      for (const { columnId, tag } of table.tagged)
        for (const reached of spread({ key: table.key, columnId }, followers))
          if (reached.key === asked) add(tags, reached.columnId, tag, { tableId: table.tableId, columnId });
    return tags;
  }

  /** The table at that version, and all tables that it is computed from, as they were read for it. */
  async #ancestry(tableId: string, version: number): Promise<TableColumns[]> {
    const found = new Map<string, TableColumns>();
    const wanted = [{ tableId, version }];
    for (const { tableId: id, version: at } of wanted) {
      const key = tableKey(id, at);
      if (found.has(key)) continue;
      const table = await this.#columnsOf(id, at);
      found.set(key, table);
      wanted.push(...table.inputs);
    }
    return [...found.values()];
  }

  #columnsOf(tableId: string, version: number): Promise<TableColumns> {
    const key = tableKey(tableId, version);
    const known = this.#read.get(key) ?? readColumns(this.db, tableId, version);
    this.#read.set(key, known);
    return known;
  }
}

async function readColumns(db: Db, tableId: string, version: number): Promise<TableColumns> {
  const key = tableKey(tableId, version);
  const [tagged, lineage, columns, rawLinks] = await Promise.all([
    db
      .selectFrom('column_tags')
      .select(['column_id as columnId', 'tag'])
      .where('table_id', '=', tableId)
      .orderBy('tag')
      .execute(),
    lineageAt(db, tableId, version),
    columnsIfAny(db, tableId, version),
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
  return {
    key,
    tableId,
    tagged,
    edges: [
      ...formulas,
      ...fromTables.map(({ columnId, inputTableId, inputVersion = LATEST_VERSION, inputColumnId }) => ({
        columnId,
        inputKey: tableKey(inputTableId, inputVersion),
        inputColumnId,
      })),
    ],
    inputs: fromTables.map(({ inputTableId, inputVersion = LATEST_VERSION }) => ({
      tableId: inputTableId,
      version: inputVersion,
    })),
  };
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

const tableKey = (tableId: string, version: number): string => `${tableId}@${version}`;
const placeKey = (key: string, columnId: string): string => `${key} ${columnId}`;

function add(tags: ColumnTags, columnId: string, tag: string, origin: TagOrigin): void {
  const ofColumn = tags.get(columnId) ?? new Map<string, TagOrigin[]>();
  ofColumn.set(tag, [...(ofColumn.get(tag) ?? []), origin]);
  tags.set(columnId, ofColumn);
}
