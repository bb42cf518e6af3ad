import type { MergedTable } from './commit-merge.js';

/** What a merge did, in a sentence for each table. */
export function summarizeMerge(tables: readonly MergedTable[]): string {
  return tables.map((table) => `${table.name}: ${summaryOf(table)}.`).join(' ');
}

function summaryOf({ counts, cells, columns, conflicts }: MergedTable): string {
  const done = [
    counts.inserted > 0 && `${count(counts.inserted, 'row')} inserted`,
    counts.updated > 0 && `${count(cells, 'cell')} changed in ${count(counts.updated, 'row')}`,
    counts.deleted > 0 && `${count(counts.deleted, 'row')} deleted`,
    columns.added.length > 0 && `${count(columns.added.length, 'column')} added`,
    columns.renamed.length > 0 && `${count(columns.renamed.length, 'column')} renamed`,
    conflicts > 0 && `${count(conflicts, 'conflict')} to review`,
  ].filter((part) => part !== false);
  return done.length > 0 ? done.join(', ') : 'nothing to merge';
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
