import { expect, test } from 'vitest';
import { ExportedFile } from './support/exported-file.js';
import { CalledService } from './support/service.js';

test('a total below the rows of a returned file is told of, and is no row', async () => {
  const service = await CalledService.shared();
  const api = await service.writer();
  const workbook = await api.workbook('Sales');
  const columns = [
    { name: 'shop', type: 'VARCHAR' },
    { name: 'sales', type: 'BIGINT' },
  ];
  await api.post(`${workbook}/tables`, { name: 'sales', columns });
  const rows = Array.from({ length: 30 }, (_, i) => ({ shop: `shop ${i}`, sales: i }));
  await api.post(`${workbook}/tables/sales/rows/upsert`, { rows, expected_version: null });
  const file = await ExportedFile.export(api, workbook, ['sales']);
  for (const row of [32, 34]) {
    file.write(row, { shop: '合計' });
    file.sheet.set(file.at('sales', row), 435, `SUM(${file.at('sales', 2)}:${file.at('sales', 31)})`);
    const { body } = await file.sync();
    expect(body).toMatchObject({ op_id: null, inserted: 0 });
    expect(body.warnings).toEqual([
      expect.stringContaining(`${file.at('shop', row)} sums up other rows and was not treated as a row`),
    ]);
    file.write(row, { shop: null, sales: null });
  }
});
