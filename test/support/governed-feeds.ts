import type { Answer } from './api.js';
import { SECRET } from './canaries.js';
import { type Door, get, ofTable, ofWorkbook, post, sent, workbookIdOf } from './governed-probes.js';
import type { World } from './governed-world.js';

const feed = (world: World) => `/odata/${workbookIdOf(world)}`;

const shared = (world: World, table: string) =>
  `/sharing/shares/${world.workspace}/schemas/${workbookIdOf(world)}/tables/${sent(table)}`;

/** The address of the first file of a shared table. */
function firstFile({ status, body }: Answer<unknown>): string | undefined {
  const url = status === 200 ? /"url":"([^"]+)"/.exec(String(body))?.[1] : undefined;
  return url && new URL(url).pathname + new URL(url).search;
}

/** What the feeds of a workbook, by OData and Delta Sharing, can be asked for. */
export const feeds: Record<string, Door> = {
  'odata metadata': ofWorkbook('names', (_, world) => [
    get(`${feed(world)}/$metadata`),
    get(`${feed(world)}/$metadata?$format=json`),
  ]),
  'odata rows': ofTable('values', ({ table, word, pay }, world) => {
    const set = `${feed(world)}/${sent(table)}`;
    return [
      get(set),
      get(`${set}?$select=${word}`),
      get(`${set}?$orderby=${pay}%20desc&$top=1&$format=application/json;odata.metadata=full`),
      get(`${set}?$filter=contains(${word},'${SECRET}')`),
    ];
  }),
  'odata row': ofTable('values', ({ table, word, pay, row }, world) => {
    const entity = `${feed(world)}/${sent(table)}(${row})`;
    return [get(entity), get(`${entity}/${word}`), get(`${entity}/${pay}/$value`)];
  }),
  'sharing metadata': ofTable('names', ({ table }, world) => [get(`${shared(world, table)}/metadata`)]),
  'sharing query': ofTable('values', ({ table }, world) => {
    const query = `${shared(world, table)}/query`;
    const delta = { 'delta-sharing-capabilities': 'responseformat=delta' };
    return [post(query), { ...post(query), headers: delta }];
  }),
  'sharing file': ofTable('values', ({ table }, world) => [
    { ...post(`${shared(world, table)}/query`), leadsTo: firstFile },
  ]),
};
