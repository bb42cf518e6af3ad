import { sayOfReading } from '../reading-messages.js';
import { mean, sampleRows, share } from './column-profile.js';
import type { Hypothesis } from './plan.js';
import { blankCell, isBlank, type Table, type TableSample } from './table.js';
import { isNumeric, likeness, readValue, type Value } from './value-shape.js';

/** Only the first columns of wider tables are examined. */
const sampledColumns = 60;
/** Nobody writes so many fields of a record below each other. */
const maxFields = 300;

export function proposeTranspose(table: TableSample): Hypothesis[] {
  if (table.header.length < 2 || table.rows.length < 2 || table.rows.length > maxFields) return [];
  const [, ...headerLines] = linesOfHeader(table);
  const lines = [...headerLines, ...table.rows];
  if (!hasNamesAtLeft(lines)) return [];
  const body = sampleRows(lines)
    .slice(0, sampledColumns)
    .map((row) => row.slice(1, sampledColumns).map((cell) => readValue(cell.text)));
  const columns = (body[0] ?? []).map((_, column) => body.map((row) => row[column] as Value));
  const across = mean(body.map(agreement));
  const down = mean(columns.map(agreement));
  const byLooks = 0.35 + 1.6 * (across - down);
  const byKinds = 0.35 + 0.55 * (share(columns, mixesKinds) - share(body, mixesKinds));
  return [
    {
      step: { operator: 'transpose' },
      confidence: Math.max(0, Math.min(1, Math.max(byLooks, byKinds))),
      explain: (nameOf) =>
        sayOfReading('offer-transpose', {
          column: nameOf(0),
          across: across.toFixed(2),
          down: down.toFixed(2),
        }),
    },
  ];
}

/** The first column must be usable as a header: all filled and distinct. */
function hasNamesAtLeft(lines: TableSample['rows']): boolean {
  const names = lines.map((row) => row[0]?.text.trim() ?? '');
  return names.every((name) => name !== '') && new Set(names).size === names.length;
}

function mixesKinds(line: readonly Value[]): boolean {
  const filled = line.filter((value) => value.shape !== 'blank');
  const numbers = filled.filter((value) => isNumeric(value.shape)).length;
  return numbers > 0 && numbers < filled.length;
}

/** How similar the values of a line are: each to the next, and to others farther away. */
function agreement(line: readonly Value[]): number {
  const filled = line.filter((value) => value.shape !== 'blank');
  if (filled.length < 2) return 0.5;
  const distances = [1, Math.ceil(filled.length / 3), Math.ceil(filled.length / 2)];
  return mean(
    filled.flatMap((value, at) =>
      distances.flatMap((distance) => {
        const other = filled[at + distance];
        return other ? [value.text === other.text ? 1 : likeness(value, other)] : [];
      }),
    ),
  );
}

/** A header of several rows is as many fields. */
const linesOfHeader = ({ header, headerLines }: Pick<Table, 'header' | 'headerLines'>) =>
  headerLines ?? [header];

export function applyTranspose(table: Table): Table {
  const headerLines = linesOfHeader(table);
  const lineAt = (line: number, column: number) =>
    headerLines[line]
      ? (headerLines[line][column] ?? blankCell)
      : table.cell(line - headerLines.length, column);
  const lines = Array.from({ length: headerLines.length + table.rowCount }, (_, line) => line);
  const records = table.header
    .map((_, column) => column)
    .filter((column) => column > 0 && lines.some((line) => !isBlank(lineAt(line, column))));
  return {
    header: lines.map((line) => lineAt(line, 0)),
    rowCount: records.length,
    cell: (row, column) => lineAt(column, records[row] ?? 0),
  };
}
