/** A million unless the environment asks for a quicker run. */
export const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);

/** A workbook with a table `sales` of so many rows and twelve columns. */
export async function uploadSales(api) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'bench' });
  const form = new FormData();
  form.set('structuring', 'skip');
  form.set('file', new Blob([salesCsv()]), 'sales.csv');
  const startedAt = performance.now();
  await api('POST', `/api/v1/workbooks/${id}/sources`, form);
  return { workbook: `/api/v1/workbooks/${id}`, seconds: (performance.now() - startedAt) / 1000 };
}

function salesCsv() {
  const regions = ['North', 'South', 'East', 'West'];
  const lines = ['day,region,product,customer,qty,price,amount,discount,paid,note,code,score'];
  for (let i = 0; i < ROWS; i++) {
    const day = new Date(Date.UTC(2020, 0, 1 + (i % 2000))).toISOString().slice(0, 10);
    const qty = (i * 7919) % 100;
    const price = ((i * 104729) % 10000) / 100;
    lines.push(
      `${day},${regions[i % 4]},product ${i % 50},customer ${(i * 31) % 5000},${qty},${price},${(qty * price).toFixed(2)},${(i % 20) / 100},${i % 3 === 0},note number ${i % 1000},${String(i % 997).padStart(5, '0')},${(i * 15485863) % 1000003}`,
    );
  }
  return lines.join('\n');
}
