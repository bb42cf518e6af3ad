import { say } from '@workbook-data-service/contract/messages';
import type { StatedTotal } from '@workbook-data-service/structure/parse-spec';
import type { SourceRecord } from '../../catalog/source-records.js';
import { Problem } from '../../core/problems.js';
import { type FileFault, sourceFaults } from '../../workbook/reading/source-files.js';
import type { ReviewContext } from './review-context.js';

interface ReviewedSource {
  source: SourceRecord;
  faults: FileFault[];
  totals: (StatedTotal & { sheet: string })[];
}

/** Formats without cells. */
const recordFormats = ['json', 'ndjson'];
/** Formats without formulas, hidden lines and error values: only their figures are looked at, of files that are no logs. */
const textFormats = ['csv', 'tsv'];
const arithmetic: readonly FileFault['kind'][] = ['total_differs', 'unbalanced_sheet'];
const MAX_TEXT_FILE = 5_000_000;

const read = new WeakMap<ReviewContext, Promise<ReviewedSource[]>>();

/** The files of the reviewed tables; several rules ask for them, and they are read once. */
export function reviewedSources(context: ReviewContext): Promise<ReviewedSource[]> {
  const known = read.get(context) ?? readSources(context);
  read.set(context, known);
  return known;
}

async function readSources(context: ReviewContext): Promise<ReviewedSource[]> {
  const { service, workbookId, tables } = context;
  const ids = [...new Set(tables.flatMap(({ table }) => table.record.source_id ?? []))];
  if (ids.length === 0) return [];
  const { db } = service.catalog;
  const sources = await db
    .selectFrom('sources')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const stated = await db
    .selectFrom('source_findings')
    .select(['source_id', 'reconciliation'])
    .where('source_id', 'in', ids)
    .execute();
  const totals = new Map(stated.map(({ source_id, reconciliation }) => [source_id, reconciliation]));
  const found: ReviewedSource[] = [];
  for (const source of sources)
    found.push({
      source,
      faults: await faultsOf(context, source),
      totals: JSON.parse(totals.get(source.id) ?? '[]') as ReviewedSource['totals'],
    });
  return found;
}

/** Skips a file that is too complex to inspect. */
async function faultsOf(context: ReviewContext, source: SourceRecord): Promise<FileFault[]> {
  const { filename, format, blob_hash, size } = source;
  const isText = format !== null && textFormats.includes(format);
  if (format !== null && recordFormats.includes(format)) return [];
  if (isText && size > MAX_TEXT_FILE) return [];
  const reader = context.service.data.as(context.viewer);
  try {
    const file = { filename, blob: { hash: blob_hash, size } };
    const faults = await sourceFaults(reader, context.workbookId, file);
    return isText ? faults.filter(({ kind }) => arithmetic.includes(kind)) : faults;
  } catch (error) {
    if (!(error instanceof Problem) || error.slug === 'governed-workbook') throw error;
    context.skip(say('skipped-formulas', { file: source.name }), error.said.detail);
    return [];
  }
}
