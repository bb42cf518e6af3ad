import { expect } from 'vitest';
import type { Api } from './api.js';

const csv = 'region,product,amount\nnorth,tea,10\nnorth,jam,5\nsouth,tea,7\n';

export const byRegion = {
  name: 'sum by region',
  kind: 'sql',
  code: 'select region, sum(amount) as total, count(*) as sales\nfrom {{ sales }}\ngroup by region',
  args: { sales: 'sales' },
  output: 'by_region',
  key: ['region'],
};
export const large = {
  name: 'large regions',
  kind: 'sql',
  code: 'select region, total from {{ regions }} where total > 8',
  args: { regions: 'by_region' },
  output: 'large_regions',
  key: ['region'],
};

/** A workbook with the table `sales`, from which tests derive others. */
export class SalesWorkbook {
  private constructor(
    private readonly api: Api,
    readonly path: string,
  ) {}

  static async make(api: Api): Promise<SalesWorkbook> {
    const path = await api.workbook();
    await api.upload(`${path}/sources`, { name: 'sales.csv', content: csv }, { structuring: 'skip' });
    return new SalesWorkbook(api, path);
  }

  transformPath({ name }: { name: string }): string {
    return `${this.path}/transforms/${encodeURIComponent(name)}`;
  }

  create(definition: object, query = '') {
    return this.api.post(`${this.path}/transforms${query}`, definition);
  }

  /** The problem with which a definition is refused. */
  async refused(definition: object, status = 422) {
    const answer = await this.create(definition);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body;
  }

  add(row: object) {
    return this.api.post(`${this.path}/tables/sales/rows/upsert`, { rows: [row], expected_version: null });
  }

  recompute(query = '') {
    return this.api.post(`${this.path}/recompute${query}`);
  }

  async rowsOf(table: string, query = '') {
    const { body } = await this.api.get(`${this.path}/tables/${table}/rows?limit=1000${query}`);
    return body as { rows: Record<string, unknown>[]; edit_version: number; freshness: { stale: boolean } };
  }

  /** The rows in the order of their text, without their ids. */
  async cells(table: string, query = ''): Promise<string[]> {
    const { rows } = await this.rowsOf(table, query);
    return rows.map(({ __svc_row_id, ...row }) => Object.values(row).join(' ')).sort();
  }

  async isStale(table: string): Promise<boolean> {
    return (await this.api.get(`${this.path}/tables/${table}`)).body.freshness.stale;
  }
}
