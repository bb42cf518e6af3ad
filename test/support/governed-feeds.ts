import { SECRET } from './canaries.js';
import { type Door, get, ofTable, ofWorkbook, sent, workbookIdOf } from './governed-probes.js';
import type { World } from './governed-world.js';

const feed = (world: World) => `/odata/${workbookIdOf(world)}`;

/** What the OData feed of a workbook can be asked for. */
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
};
