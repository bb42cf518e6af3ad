import type { DeltaType } from '../../core/delta/delta-types.js';
import type { SharedFile } from '../../features/feeds/parquet-copies.js';
import type { TableQuery } from '../read-table-query.js';
import { mayMatch } from './may-match.js';
import { readJsonHint } from './read-json-hint.js';
import { readSqlHint } from './read-sql-hint.js';

/** The files that a client needs for its query: it filters and limits their rows itself. */
export function chosenFiles(
  files: readonly SharedFile[],
  columns: readonly { name: string; type: DeltaType }[],
  { predicateHints, jsonPredicateHints, limitHint }: TableQuery,
): readonly SharedFile[] {
  const hints = [
    ...predicateHints.map(readSqlHint),
    ...(jsonPredicateHints === undefined ? [] : [readJsonHint(jsonPredicateHints)]),
  ];
  const types = new Map(columns.map(({ name, type }) => [name.toLowerCase(), type]));
  if (hints.length > 0)
    return files.filter(({ statistics }) => hints.every((hint) => mayMatch(hint, statistics, types)));
  // Of rows that are still to be filtered, nobody knows how many are enough.
  return limitHint === undefined ? files : withRows(files, limitHint);
}

/** The first files with as many rows. */
function withRows(files: readonly SharedFile[], wanted: number): readonly SharedFile[] {
  let rows = 0;
  const end = files.findIndex(({ statistics }) => {
    rows += statistics.rows;
    return rows >= wanted;
  });
  if (wanted === 0) return [];
  return end < 0 ? files : files.slice(0, end + 1);
}
