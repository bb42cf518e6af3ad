import { batches } from '../../../core/batches.js';
import { isSameInFile } from '../../../core/file-precision.js';
import { identifier, literal } from '../../../core/sql-text.js';
import type { InternalStatements } from '../internal-statements.js';
import type { MergeColumn } from './merge-columns.js';
import { FROM_FILE, type MergeSides, mergeSides } from './merge-sides.js';

/** A row of the file, and the row of the table that it is. */
export interface RowMatch {
  /** In the sheet, from 1. */
  position: number;
  row_id: number;
}

/**
 * The share of what tells a row apart that must be as it was. Argued: a row that only two columns tell apart stays known
 * when one of them changes, and one that agrees with another in dates and categories alone is not that other.
 */
const MIN_LIKENESS = 0.4;
/** Argued: more pairs would take longer to compare than the rest of a merge. */
const MAX_PAIRS = 2_000_000;
/** Likest rows of the base that each row of the file is paired with. */
const MAX_CANDIDATES = 20;
const COLUMNS_AT_ONCE = 100;

/**
 * Rows of the file without an id that are neither known nor new: edited ones that an earlier return brought. Each is
 * matched with the likest row that is left; place decides only between rows that are equally alike.
 */
export async function rowsMatchedBySimilarity(
  reads: InternalStatements,
  sides: MergeSides,
  knownPath: string,
): Promise<RowMatch[]> {
  const left = await reads.rows<{ is_both: boolean }>(
    `with ${leftRows({ ...sides, columns: [] }, knownPath)}
     select exists (from left_base) and exists (from left_incoming) as is_both`,
    1,
  );
  if (!left[0]?.is_both) return [];
  const columns = await tellingColumns(reads, sides, knownPath);
  const joined = columnsToJoin(columns);
  if (joined.length === 0) return [];
  const matches: RowMatch[] = [];
  const positions = new Set<number>();
  const rowIds = new Set<number>();
  const pairs = likePairsSql(sides, knownPath, columns, joined);
  for await (const slice of reads.slices<RowMatch>(pairs)) {
    for (const { position, row_id } of slice) {
      if (positions.has(position) || rowIds.has(row_id)) continue;
      positions.add(position);
      rowIds.add(row_id);
      matches.push({ position, row_id });
    }
  }
  return matches;
}

interface TellingColumn {
  column: MergeColumn;
  /** How much it tells: the logarithm of how unlikely two rows have the same value by chance. */
  weight: number;
  /** Pairs of rows, of those that are left, which have the same value. */
  pairs: number;
}

async function tellingColumns(
  reads: InternalStatements,
  sides: MergeSides,
  knownPath: string,
): Promise<TellingColumn[]> {
  const compared = sides.columns.filter(({ base }) => base);
  const found: TellingColumn[] = [];
  for (const columns of batches(compared, COLUMNS_AT_ONCE)) {
    const measured = await reads.rows<{ nth: number; weight: number; pairs: number }>(
      `with ${leftRows({ ...sides, columns }, knownPath)} ${columns.map(measureSql).join(' union all ')}`,
      columns.length,
    );
    for (const { nth, weight, pairs } of measured)
      found.push({ column: columns[nth] as MergeColumn, weight, pairs });
  }
  return found;
}

/** One more row with a value of its own is counted, so that the columns of a single row tell something too. */
function measureSql({ id }: MergeColumn, nth: number): string {
  const cell = identifier(id);
  const counts = (rows: string) =>
    `(select ${cell} as value, count(*) as n from ${rows} where ${cell} is not null group by 1)`;
  return `select ${nth} as nth,
    (select ln(pow(coalesce(sum(n), 0) + 1, 2) / (coalesce(sum(n * n), 0) + 1)) from ${counts('base_rows')}) as weight,
    (select coalesce(sum(base.n * incoming.n), 0)::double
     from ${counts('left_base')} base join ${counts('left_incoming')} incoming using (value)) as pairs`;
}

/** Rows that are alike agree in one of these: those with the fewest rows to compare. */
function columnsToJoin(columns: readonly TellingColumn[]): MergeColumn[] {
  let sum = 0;
  return [...columns]
    .sort((one, other) => one.pairs - other.pairs)
    .filter(({ pairs, weight }) => {
      sum += pairs;
      return pairs > 0 && weight > 0 && sum <= MAX_PAIRS;
    })
    .map(({ column }) => column);
}

/** SQL for pairs of rows that are alike, the likest first. A cell may be as the file had it, or as it is now here. */
function likePairsSql(
  sides: MergeSides,
  knownPath: string,
  columns: readonly TellingColumn[],
  joined: readonly MergeColumn[],
): string {
  const candidates = joined.map(
    ({ id }) => `select base.row_id, incoming.position from left_base base join left_incoming incoming
      on base.${identifier(id)} = incoming.${identifier(id)}`,
  );
  const alike = columns.map(({ column: { id, type }, weight }) => {
    const [base, current, incoming] = ['base', 'current', 'incoming'].map((of) => `${of}.${identifier(id)}`);
    const same = [base, current].map((one) => isSameInFile(one as string, incoming as string, type));
    return `case when ${incoming} is not null and (${same.join(' or ')}) then ${weight}::double else 0 end`;
  });
  const told = columns.map(
    ({ column: { id }, weight }) =>
      `case when base.${identifier(id)} is null and incoming.${identifier(id)} is null then 0 else ${weight}::double end`,
  );
  return `with ${leftRows(sides, knownPath)},
    candidates as (${candidates.join(' union ')}),
    like_pairs as (
      select position, row_id, abs(base.nth - incoming.nth) as distance,
        (${alike.join(' + ')}) / nullif(${told.join(' + ')}, 0) as likeness
      from candidates join left_base base using (row_id) join left_incoming incoming using (position)
      left join current_rows current using (row_id))
    select row_number() over (order by likeness desc, distance, position, row_id) as nth, position, row_id
    from like_pairs where likeness >= ${MIN_LIKENESS}
    qualify row_number() over (partition by position order by likeness desc, distance, row_id) <= ${MAX_CANDIDATES}`;
}

/** The sides, and what of the base and of the file is not known yet, numbered by `nth`. */
function leftRows(sides: MergeSides, knownPath: string): string {
  const known = `(select position, row_id from read_parquet(${literal(knownPath)})) known`;
  return `${mergeSides(sides)},
    left_base as (
      select *, row_number() over (order by place) as nth from base_rows anti join ${known} using (row_id)
      where ${FROM_FILE}),
    left_incoming as (
      select *, row_number() over (order by position) as nth from incoming_rows anti join ${known} using (position))`;
}
