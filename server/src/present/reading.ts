import type { Alternative, ModelReading, ReadingPicture } from '@workbook-data-service/structure/parse-spec';
import type { Reading } from '../core/reading.js';
import type { FollowedTarget } from '../core/reading-targets.js';
import { codeFields } from './messages.js';
import { rememberedBody, targetBody } from './readings.js';

/** What every answer to a file says about how it was read. */
export function readingFields(reading: Reading | null | undefined, targets: readonly FollowedTarget[] = []) {
  return {
    ...(reading && reading.keptAsSheet.length > 0 && { kept_as_sheet: true }),
    reading: reading ? readingBody(reading, targets) : null,
  };
}

function readingBody(
  {
    alternatives,
    keptAsSheet,
    alternativesCut,
    more,
    readBy,
    modelReadings,
    remembered,
    rules,
    ...said
  }: Reading,
  [target]: readonly FollowedTarget[],
) {
  return {
    ...said,
    alternatives: alternatives.map((alternative) => ({
      ...alternativeBody(alternative),
      sheet: alternative.sheet,
    })),
    kept_as_sheet: keptAsSheet,
    alternatives_cut: alternativesCut,
    more,
    read_by: readBy,
    ...(modelReadings && {
      model_readings: modelReadings.map(({ sheet, ...read }) => ({ sheet, ...modelReadingBody(read) })),
    }),
    ...(remembered && rememberedBody(remembered)),
    ...(target && { target: targetBody(target) }),
    ...(rules && { rules }),
  };
}

/** What came of asking a language model about a sheet. */
export function modelReadingBody({ outcome, why }: ModelReading) {
  return { outcome, why: why.map(({ text, ...said }) => ({ text, ...codeFields(said) })) };
}

export function alternativeBody({ confidence, ...picture }: Omit<Alternative, 'regions' | 'unassigned'>) {
  return { ...pictureBody(picture), confidence };
}

export function pictureBody({ id, why, tables, tableCount }: ReadingPicture) {
  return {
    id,
    why: why.map(({ text, ...said }) => ({ text, ...codeFields(said) })),
    tables: tables.map(({ name, columns, columnCount, rows, firstRows }) => ({
      name,
      columns,
      column_count: columnCount,
      rows,
      first_rows: firstRows,
    })),
    table_count: tableCount,
  };
}
