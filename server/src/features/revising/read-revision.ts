import { takeReading } from '@workbook-data-service/structure/parse-spec';
import type { SourceRecord } from '../../catalog/source-records.js';
import {
  type LandedFile,
  type LandedSheet,
  landRawSheets,
  landTablesOfSpecs,
} from '../../workbook/files/land-file.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { hasPaidFor, payerOf, type Spending } from '../billing/spend.js';
import { landTablesWithinCredits, type Reader, unlessOutOfCredits } from '../landing/land-source.js';
import type { Service } from '../service.js';
import { findSpec } from '../sources/parse-specs.js';
import { knownSheets } from './match-tables.js';
import type { SourceTable } from './source-tables.js';

export interface ReadRevision {
  /** Null if the source itself has not been read yet. */
  file: LandedFile | null;
  price: Spending | null;
}

/**
 * Reads a new file in the way the source was read before, for what its upload would cost: where structuring was asked
 * for, it is paid for, also if it left all sheets as they are.
 */
export async function readRevision(
  service: Service,
  author: Reader,
  source: SourceRecord,
  file: ReceivedFile,
  existing: readonly SourceTable[],
): Promise<ReadRevision> {
  if (existing.length === 0 && source.mode === 'staged') return { file: null, price: null };
  if (existing.every(({ role }) => role === null))
    return await readPlainSheets(service, author, source, file);
  const { file: structured, price } = await landTablesWithinCredits(service, author, {
    workbookId: source.workbook_id,
    file,
  });
  const before = await findSpec(service.catalog.db, source.id);
  const sheets: LandedSheet[] = [];
  for (const sheet of structured.sheets) {
    const name = knownSheets(existing, structured.sheets).get(sheet.name);
    const isStructured = existing.some((table) => table.sheet === name && table.role !== null);
    const wasKept = before?.sheets.find((one) => one.name === name)?.keptAsSheet ?? false;
    const again = () => structureAgain(service, source.workbook_id, file, sheet, wasKept);
    sheets.push(isStructured ? await again() : sheet);
  }
  return { file: { ...structured, sheets }, price };
}

/** Without credits the sheets are read raw, as in an upload: only whole sheets are requested. */
async function readPlainSheets(
  service: Service,
  author: Reader,
  { workbook_id: workbookId, blob_hash }: SourceRecord,
  file: ReceivedFile,
): Promise<ReadRevision> {
  const { db } = service.catalog;
  const before = {
    accountId: await payerOf(db, workbookId),
    kind: 'structuring',
    subject: blob_hash,
  } as const;
  if (await hasPaidFor(db, before)) {
    const structured = await unlessOutOfCredits(
      landTablesWithinCredits(service, author, { workbookId, file }),
    );
    if (structured) return structured;
  }
  return { file: await landRawSheets(service.data, workbookId, file), price: null };
}

/**
 * A sheet that is now a plain table, or less sure than it was, needs no structuring, but its structured tables exist and are
 * continued.
 */
async function structureAgain(
  service: Service,
  workbookId: string,
  file: ReceivedFile,
  sheet: LandedSheet,
  wasKept: boolean,
): Promise<LandedSheet> {
  if (!sheet.structure) return sheet;
  const { keptAsSheet, alternatives: [found] = [] } = sheet.structure.spec;
  const isLessSure = keptAsSheet && !wasKept && found !== undefined;
  if (sheet.tables.length > 0 && !isLessSure) return sheet;
  const specs = isLessSure ? takeReading([sheet.structure.spec], found.id) : [sheet.structure.spec];
  const [again] = await landTablesOfSpecs(service.data, workbookId, file, specs, undefined);
  return again ? { ...again, raw: sheet.raw } : sheet;
}
