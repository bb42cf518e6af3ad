// Draws the sheets shown in docs/structuring.md beside the tables that come out of them today:
//   npm run build && node bench/structure/pictures/run.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { businessCase } from '../business/cases.mjs';
import { drawCase } from './draw-case.mjs';

const shown = [
  'bank-statement',
  'price-list',
  'invoice',
  '人口統計',
  '月次売上',
  'headcount',
  '四半期報告',
  '部門別売上',
  '損益計算書',
  'balance-sheet',
];
const folder = new URL('../../../docs/pictures/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [at, name] of shown.entries()) {
  const number = String(at + 1).padStart(2, '0');
  writeFileSync(new URL(`structuring-${number}.svg`, folder), await drawCase(businessCase(name)));
}
