import { json } from 'node:stream/consumers';
import type { PageBody } from '../workbook/reading/take-page.js';

type Rows = Record<string, unknown>[];

/** The rows of a page in JSON. Numbers that do not fit a double are texts in it, so parsing loses nothing. */
export async function rowsOf(page: PageBody): Promise<Rows> {
  if (typeof page === 'string') return JSON.parse(page) as Rows;
  if ('stream' in page) return (await json(page.stream)) as Rows;
  throw new TypeError('a page in JSON has no bytes');
}
