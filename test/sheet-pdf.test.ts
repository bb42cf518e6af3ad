import { expect, test } from 'vitest';
import { chromium } from './support/chromium.js';
import { CalledService, startService } from './support/service.js';

const wide = Array.from({ length: 12 }, (_, i) => `measurement_${i}`);
const csv = `${wide.join(',')}\n${wide.map((_, i) => `value of ${i}`).join(',')}\n`;

async function withReport(service: CalledService) {
  const api = await service.signIn();
  const workbook = await api.workbook();
  await api.upload(`${workbook}/sources`, { name: 'wide.csv', content: csv }, { structuring: 'skip' });
  const sheet = `${workbook}/sheets/report`;
  await api.put(sheet, { title: null, spec: { blocks: [{ kind: 'table_view', table: 'wide' }] } });
  return { api, sheet };
}

test('a service without a browser says how to print a report', async () => {
  const { api, sheet } = await withReport(await CalledService.shared());
  const { status, body } = await api.get(`${sheet}/render?format=pdf`);
  expect([status, body.type]).toEqual([501, '/problems/not-configured']);
  expect(body.suggested_fix).toContain('format=html');
});

test.skipIf(chromium === undefined)('a report with a wide table is a PDF that lies on its side', async () => {
  const { api, sheet } = await withReport(await startService({ env: { SVC_CHROMIUM: chromium as string } }));
  const paperOf = async (query: string) => {
    const { status, headers, body } = await api.get<string>(`${sheet}/render?format=pdf${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const [, ...sides] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
    return sides.map((side) => Math.round(Number(side)));
  };
  expect(await paperOf('')).toEqual([842, 595]);
  expect(await paperOf('&paper=letter')).toEqual([792, 612]);
});
