import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '@workbook-data-service/contract/common';
import type { ParseSpec, SpecRegion } from '@workbook-data-service/contract/parse-spec';
import { NextColumnsOffset } from './columns-page.js';
import { shortAlternatives } from './short-reading.js';
import { shortened } from './shorten.js';

/** About 8,000 tokens. */
const MAX_CHARACTERS = 32_000;
const SPEC_COLUMNS = 50;
const SHOWN_ROWS = 50;
const SHOWN_REASONS = 5;
/** Of the columns that a suggestion would leave. */
const SHOWN_NAMES = 20;

/** Their fields are those of the contract, and the same in every answer, so a model need not read them in advance. */
const Found = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** A parse spec as a model reads it: regions with what can be corrected, a part at a time. */
export const ShortSpec = Type.Object({
  spec_version: Type.Integer(),
  region_count: Type.Integer(),
  regions: Found,
  unassigned: Found,
  alternatives: Found,
  next_offset: nullable(Type.Integer()),
  next_columns_offset: NextColumnsOffset,
});

/** Regions from `offset` on, as many as fit; at least one. Each is shown with its columns from `columnsOffset` on. */
export function shortSpec(
  { spec_version, sheets }: Pick<Static<typeof ParseSpec>, 'spec_version' | 'sheets'>,
  { offset = 0, columnsOffset = 0 } = {},
): Static<typeof ShortSpec> {
  const all = sheets.flatMap(({ name, regions }) => regions.map((region) => ({ sheet: name, region })));
  const regions: ReturnType<typeof shortRegion>[] = [];
  let characters = 0;
  for (const { sheet, region } of all.slice(offset)) {
    const shown = shortRegion(sheet, region, columnsOffset);
    characters += JSON.stringify(shown).length;
    if (regions.length > 0 && characters > MAX_CHARACTERS) break;
    regions.push(shown);
  }
  const next = offset + regions.length;
  const columnsEnd = columnsOffset + SPEC_COLUMNS;
  const unassigned = sheets.flatMap(({ name, unassigned: left }) =>
    left.slice(0, SHOWN_ROWS).map(({ range, reason }) => ({ sheet: name, range, reason: shortened(reason) })),
  );
  return {
    spec_version,
    region_count: all.length,
    regions,
    unassigned: unassigned.slice(0, SHOWN_ROWS),
    alternatives: shortAlternatives(
      sheets.flatMap(({ name, alternatives = [] }) =>
        alternatives.map((alternative) => ({ ...alternative, sheet: name })),
      ),
    ),
    next_offset: next < all.length ? next : null,
    next_columns_offset: regions.some(({ column_count }) => column_count > columnsEnd) ? columnsEnd : null,
  };
}

function shortRegion(sheet: string, region: Static<typeof SpecRegion>, columnsOffset: number) {
  const { id, kind, name, range, layout, header_rows, record_rows, row_roles, columns, confidence, reasons } =
    region;
  return {
    id,
    sheet,
    kind,
    name,
    range,
    layout,
    header_rows: header_rows.slice(0, SHOWN_ROWS),
    ...(record_rows !== undefined && { record_rows }),
    total_rows: row_roles.derived.slice(0, SHOWN_ROWS),
    column_count: columns.length,
    columns: columns.slice(columnsOffset, columnsOffset + SPEC_COLUMNS),
    suggestions: (region.suggestions ?? []).map(({ id: offer, reason, columns: after }) => ({
      id: offer,
      reason: shortened(reason),
      columns: after.slice(0, SHOWN_NAMES),
    })),
    questions: (region.questions ?? []).map(({ code, params, ...question }) => ({
      ...question,
      text: shortened(question.text),
    })),
    confidence,
    reasons: reasons.slice(0, SHOWN_REASONS).map((reason) => shortened(reason)),
  };
}
