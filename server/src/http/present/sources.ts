import type { JobRecord } from '../../catalog/job-records.js';
import { cellAddress, formatRange } from '../../core/a1.js';
import type { CellCoverage, PartOfTotal, StatedTotal } from '../../core/findings.js';
import type { Provenance } from '../../core/provenance.js';
import type { Ingested } from '../../features/ingest/ingest-request.js';
import type { Promotion } from '../../features/ingest/structure-job.js';
import type { SourceDescription } from '../../features/structuring/describe-source.js';
import type { VisibleSource } from '../../features/structuring/source-visibility.js';
import type { RawCells } from '../../workbook/reading/source-files.js';
import { created, ok } from '../answer.js';
import { acceptedJob } from './accepted-job.js';
import { specSummaryBody } from './parse-spec.js';
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
    failure: row.failure,
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

function coverageBody({ sheet, cells, placed, unplaced }: CellCoverage & { sheet: string }) {
  return {
    sheet,
    cells,
    placed,
    unplaced: unplaced.total,
    unplaced_cells: unplaced.cells.map(addressOf),
    uncomputed_cells: unplaced.cells.filter(({ reason }) => reason === 'uncomputed_formula').map(addressOf),
  };
}

function totalBody({ cell, parts, ...total }: StatedTotal & { sheet: string }) {
  return { ...total, cell: addressOf(cell), ...(parts && { parts: parts.map(partAddress) }) };
}

/** `B3:B7`, or `-B8` for what is subtracted. */
function partAddress({ sign, ...range }: PartOfTotal): string {
  return `${sign === -1 ? '-' : ''}${formatRange({ ...range, top: range.top + 1, bottom: range.bottom + 1 })}`;
}

/** Rows count from 0 in the service. */
function addressOf({ row, column }: { row: number; column: number }): string {
  return cellAddress(row + 1, column);
}

export function ingestedBody({ source, tables, columns, structuring, structuringReason, jobId }: Ingested) {
  return {
    source: sourceBody(source),
    artifacts: tables.map((row) => ({ ...artifactRowBody(row), schema: columns?.[row.id] ?? null })),
    structuring,
    ...(structuringReason !== undefined && { structuring_reason: structuringReason }),
    ...(jobId !== undefined && { job_id: jobId }),
  };
}

export function promotionBody({ source, tables, skipped }: Promotion) {
  return { source: sourceBody(source), artifacts: tables.map(artifactRowBody), skipped };
}

/** A received file: what it became, or the job that will report it. */
export function takenFileAnswer(taken: Ingested | JobRecord) {
  if (!('source' in taken)) return acceptedJob(taken);
  return taken.isNew ? created(ingestedBody(taken)) : ok(ingestedBody(taken));
}

export function previewBody({ sheets, sheet, usedRange, range, cells }: RawCells) {
  return {
    sheets,
    sheet,
    used_range: usedRange && formatRange(usedRange),
    range: formatRange(range),
    cells,
  };
}
