import type { Db } from '../../catalog/db.js';
import { type ColumnRecord, columnsDuring, LATEST_VERSION } from '../../catalog/tables.js';
import { type TagOrigin, TagReader } from '../../workbook/governance/column-tags.js';

const LATEST = { from: LATEST_VERSION, to: LATEST_VERSION };

/** A tag of a column, and where it comes from. */
export interface TagOnColumn {
  tag: string;
  /** Whether the column itself has the tag. */
  own: boolean;
  inheritedFrom: TagSource[];
}

export interface TagSource {
  table: { id: string; name: string };
  /** Null if the column has been dropped. */
  column: string | null;
}

/**
 * Finds the tags of columns and where they come from. A column inherits every tag of its sources, so a reader who may
 * know of the column may know of its sources too.
 */
export class TagSources {
  readonly #reader: TagReader;
  readonly #columns = new Map<string, Promise<ColumnRecord[]>>();

  private constructor(
    private readonly db: Db,
    private readonly tables: ReadonlyMap<string, { id: string; name: string }>,
  ) {
    this.#reader = new TagReader(db);
  }

  static async load(db: Db, workbookId: string): Promise<TagSources> {
    const tables = await db
      .selectFrom('tables')
      .select(['id', 'name'])
      .where('workbook_id', '=', workbookId)
      .execute();
    return new TagSources(db, new Map(tables.map((table) => [table.id, table])));
  }

  /** Reads tables together, before their tags are asked for. */
  async readAhead(tableIds: readonly string[]): Promise<void> {
    await this.#reader.readAhead(tableIds.map((tableId) => ({ tableId, version: LATEST_VERSION })));
  }

  /** By column id; a column without a tag is absent. */
  async tagsOf(tableId: string): Promise<Map<string, TagOnColumn[]>> {
    const described = new Map<string, TagOnColumn[]>();
    for (const [columnId, tags] of await this.#reader.tagsOf(tableId)) {
      const list: TagOnColumn[] = [];
      for (const [tag, origins] of tags) {
        const others = origins.filter((origin) => origin.tableId !== tableId || origin.columnId !== columnId);
        list.push({ tag, own: others.length < origins.length, inheritedFrom: await this.#name(others) });
      }
      described.set(
        columnId,
        list.sort((a, b) => (a.tag < b.tag ? -1 : 1)),
      );
    }
    return described;
  }

  async #name(origins: readonly TagOrigin[]): Promise<TagSource[]> {
    const sources: TagSource[] = [];
    for (const { tableId, columnId } of origins) {
      const table = this.tables.get(tableId);
      const column = (await this.#columnsOf(tableId)).find(({ id }) => id === columnId);
      if (table) sources.push({ table, column: column?.name ?? null });
    }
    return sources;
  }

  #columnsOf(tableId: string): Promise<ColumnRecord[]> {
    const known = this.#columns.get(tableId) ?? this.#readColumns(tableId);
    this.#columns.set(tableId, known);
    return known;
  }

  async #readColumns(tableId: string): Promise<ColumnRecord[]> {
    return (await columnsDuring(this.db, [{ tableId, span: LATEST }]))[0] ?? [];
  }
}
