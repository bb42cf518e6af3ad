import { rm } from 'node:fs/promises';
import type { LatestBase } from '../../../catalog/branches.js';
import { columnsAt } from '../../../catalog/tables.js';
import type { ReceivedFile } from '../../files/received-file.js';
import { type RequestedTable, readReturnedTables } from '../../files/returned-file.js';
import type { GovernedTable } from '../../governance/governed-tables.js';
import { retryingLostFiles } from '../../retry-lost-files.js';
import { storesOf } from '../../stores.js';
import type { WorkbookData } from '../../workbook-data.js';
import { columnsToRead } from './merge-columns.js';
import { mergeTable } from './merge-table.js';
import type { MergeOptions, TableMerge } from './table-merge.js';

/** A table that a returned file may have, and its base. */
export interface BranchedTable {
  table: GovernedTable;
  base: LatestBase;
}

interface MergedTables {
  merges: TableMerge[];
  /** Tables that the file no longer has. */
  absent: BranchedTable[];
}

/** Reads the tables of a returned file and merges each with its table. */
export const mergeReturnedFile = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    tables: readonly BranchedTable[],
    options: MergeOptions,
  ): Promise<MergedTables> => {
    const { db } = storesOf(data).catalog;
    const wanted: RequestedTable[] = [];
    for (const { table, base } of tables) {
      const all = await columnsAt(db, table.record.id, table.version);
      wanted.push({
        tableId: table.record.id,
        name: table.record.name,
        columns: columnsToRead({ table, all, base: base.columns }),
      });
    }
    const { tables: returned } = await readReturnedTables(
      data,
      workbookId,
      file,
      wanted,
      options.onUnreadable,
    );
    try {
      const inFile = new Map(returned.map((one) => [one.tableId, one]));
      const merges: TableMerge[] = [];
      for (const { table, base } of tables) {
        const one = inFile.get(table.record.id);
        if (one) merges.push(await mergeTable(data, { table, base, returned: one, ...options }));
      }
      return { merges, absent: tables.filter(({ table }) => !inFile.has(table.record.id)) };
    } finally {
      await Promise.all(returned.map(({ path }) => rm(path, { force: true })));
    }
  },
);
