import { dependenciesOf, type TransformRecord, transformsOf } from '../../catalog/transforms.js';
import { type Dependency, downstreamOf, upstreamOf } from '../../core/table-graph.js';
import type { Service } from '../service.js';

/** The names of a derived table and its transform. */
export interface DerivedTable {
  transform: string;
  table: string;
}

/** The derived tables of a workbook and their dependencies. */
export class TransformGraph {
  private constructor(
    readonly transforms: ReadonlyMap<string, TransformRecord>,
    readonly dependencies: readonly Dependency[],
    private readonly tables: ReadonlyMap<string, { name: string; stale: boolean }>,
  ) {}

  static async load(service: Service, workbookId: string): Promise<TransformGraph> {
    const { db } = service.catalog;
    const transforms = await transformsOf(db, workbookId);
    const tables = await db
      .selectFrom('tables')
      .select(['id', 'name', 'stale_since'])
      .where('workbook_id', '=', workbookId)
      .where('kind', '=', 'derived')
      .execute();
    return new TransformGraph(
      new Map(transforms.map((row) => [row.output_table_id, row])),
      await dependenciesOf(db, workbookId),
      new Map(tables.map(({ id, name, stale_since }) => [id, { name, stale: stale_since !== null }])),
    );
  }

  /** The ids of stale tables that can be recomputed. */
  stale(): string[] {
    return [...this.transforms.keys()].filter((id) => this.tables.get(id)?.stale);
  }

  /** The stale tables that the given ones are computed from. */
  staleUpstream(tableIds: Iterable<string>): string[] {
    const upstream = upstreamOf(tableIds, this.dependencies);
    return this.stale().filter((id) => upstream.has(id));
  }

  downstream(tableId: string): string[] {
    const downstream = downstreamOf([tableId], this.dependencies);
    return [...this.transforms.keys()].filter((id) => downstream.has(id));
  }

  describe(tableId: string): DerivedTable {
    const name = this.transforms.get(tableId)?.name ?? tableId;
    return { transform: name, table: this.tables.get(tableId)?.name ?? tableId };
  }
}
