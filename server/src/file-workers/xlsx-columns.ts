import { type FormatKind, formatKind, formatNumber } from '@workbook-data-service/sheets/number-formats';
import type {
  NumberMeaning,
  SheetAnnotation as XlsxAnnotation,
  XlsxColumn,
} from '@workbook-data-service/sheets/xlsx';
import type { ExportColumn, SheetAnnotation } from './export-sheet.js';
import { meaningOf, noteOnTexts } from './xlsx-cells.js';

const formatsOfMeaning: Record<NumberMeaning, readonly FormatKind[]> = {
  number: ['plain', 'percent'],
  date: ['date', 'timestamp'],
  timestamp: ['date', 'timestamp', 'time', 'duration'],
  time: ['timestamp', 'time', 'duration'],
};

/** A column of an export as a sheet shows it, without its formula. */
export function xlsxColumn({ name, type, numberFormat }: ExportColumn): XlsxColumn {
  const meaning = meaningOf(type);
  return {
    name,
    meaning,
    numberFormat: fittingFormat(numberFormat, meaning),
    noteOnTexts: noteOnTexts(type),
  };
}

/** A column that got another type since may have a format that would show its values as something else. */
function fittingFormat(format: string | undefined, meaning: NumberMeaning): string | undefined {
  return format !== undefined && formatsOfMeaning[meaning].includes(formatKind(format)) ? format : undefined;
}

export function xlsxAnnotations(annotations: SheetAnnotation[] | undefined): XlsxAnnotation[] | undefined {
  return annotations?.map(({ style: { number_format, ...look }, ...place }) => ({
    ...place,
    style: number_format === undefined ? look : { ...look, numberFormat: number_format },
  }));
}

export function displayedNumber(value: number, format: string): string {
  const text = formatNumber(value, format);
  return typeof text === 'string' ? text : String(value);
}
