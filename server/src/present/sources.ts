import { formatRange } from '@workbook-data-service/sheets/addresses';
import type { JobRecord } from '../catalog/job-records.js';
import type { Provenance } from '../core/provenance.js';
import type { Ingested } from '../features/ingest/ingest-request.js';
import type { Promotion } from '../features/ingest/structure-job.js';
import type { VisibleSource } from '../features/sources/source-visibility.js';
import type { SourceDescription } from '../features/structuring/describe-source.js';
import type { RawCells } from '../workbook/reading/source-files.js';
import { acceptedJob } from './accepted-job.js';
import { created, ok } from './answer.js';
import { coverageBody, totalBody } from './findings.js';
import { keptFields } from './messages.js';
import { specSummaryBody } from './parse-spec.js';
import { readingFields } from './reading.js';
import { artifactRowBody } from './tables.js';

export function sourceBody(row: VisibleSource) {
  return {
    id: row.id,
    name: row.name,
    filename: row.filename,
    size: row.size,
    sha256: row.blob_hash,
    format: row.format,
    reader: row.reader === null ? null : (JSON.parse(row.reader) as unknown),
    mode: row.mode,
    status: row.status,
    ...keptFields('failure', row.failure),
    provenance: provenanceBody(row.provenance),
    workbook_id: row.workbook_id,
    created_at: row.created_at,
  };
}

function provenanceBody(stored: string | null) {
  if (stored === null) return null;
  const provenance = JSON.parse(stored) as Provenance;
  if (provenance.kind === 'url')
    return { kind: provenance.kind, url: provenance.url, fetched_at: provenance.fetchedAt };
  const { kind, provider, fileId, version, modifiedBy, modified, fetchedAt } = provenance;
  return {
    kind,
    provider,
    file_id: fileId,
    version,
    modified_by: modifiedBy,
    modified,
    fetched_at: fetchedAt,
  };
}

export function sourceDetailBody({ source, tables, spec, coverage, reconciliation }: SourceDescription) {
  return {
    ...sourceBody(source),
    artifacts: tables.map(artifactRowBody),
    parse_spec: spec ? specSummaryBody(spec) : null,
    coverage: coverage?.map(coverageBody) ?? null,
    reconciliation: reconciliation?.map(totalBody) ?? null,
  };
}

export function ingestedBody(ingested: Ingested) {
  const { source, tables, columns, structuring, structuringReason, reading, targets, jobId } = ingested;
  return {
    source: sourceBody(source),
    artifacts: tables.map((row) => ({ ...artifactRowBody(row), schema: columns?.[row.id] ?? null })),
    structuring,
    ...(structuringReason !== undefined && { structuring_reason: structuringReason }),
    ...readingFields(reading, targets),
    ...(jobId !== undefined && { job_id: jobId }),
  };
}

export function promotionBody({ source, tables, skipped, reading, targets }: Promotion) {
  return {
    source: sourceBody(source),
    artifacts: tables.map(artifactRowBody),
    skipped,
    ...readingFields(reading, targets),
  };
}

/** A received file: what it became, or the job that will report it. */
export function takenFileAnswer(taken: Ingested | JobRecord) {
  if (!('source' in taken)) return acceptedJob(taken);
  return taken.isNew ? created(ingestedBody(taken)) : ok(ingestedBody(taken));
}

export function previewBody({ sheets, sheet, usedRange, range, cells, looks }: RawCells) {
  return {
    sheets,
    sheet,
    used_range: usedRange && formatRange(usedRange),
    range: formatRange(range),
    cells,
    ...(looks && { looks: { ...looks, styles: looks.styles.map(styleBody) } }),
  };
}

type CellStyle = NonNullable<RawCells['looks']>['styles'][number];

/** What differs from a cell without a style; the number format is seen in the shown texts. */
function styleBody({ numberFormat: _, fontColor, verticalAlign, borders, ...style }: CellStyle) {
  const { top, right, bottom, left } = borders;
  return {
    ...chosen({ ...style, font_color: fontColor, vertical_align: verticalAlign }),
    borders: chosen({ top, right, bottom, left }),
  };
}

type Chosen<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], null> };

const chosen = <Fields extends object>(fields: Fields): Chosen<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Chosen<Fields>;
