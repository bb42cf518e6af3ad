import type { PreviewPart } from '../features/sheets/preview-sheet.js';

/** A report as text, which a model reads in a tenth of the tokens of its page. */
export function sheetMarkdown(title: string | null, blocks: readonly PreviewPart[][]): string {
  const below = title === null ? 0 : 1;
  const parts = blocks.flat().map((part) => partMarkdown(part, below));
  return [...(title === null ? [] : [`# ${title}`]), ...parts.filter(Boolean)].join('\n\n');
}

function partMarkdown(part: PreviewPart, below: number): string {
  switch (part.kind) {
    case 'heading':
      return `${'#'.repeat(part.level + below)} ${part.text}`;
    case 'text':
      return part.text;
    case 'note':
      return `*${part.text}*`;
    case 'spacer':
      return '';
    case 'chart':
      return `*The chart "${part.chart}" stands here; \`render_chart\` shows it.*`;
    case 'table':
      return tableMarkdown(part);
  }
}

function tableMarkdown(table: Extract<PreviewPart, { kind: 'table' }>): string {
  const columns = table.columns.map(({ name, masked }) => (masked ? `${name} (masked)` : name));
  const totals = table.totals.map(({ fn, cells }) => {
    const shown = cells.map((cell) => (cell === null ? '' : `**${cell}**`));
    return shown[0] === '' ? [`**${fn}**`, ...shown.slice(1)] : shown;
  });
  const rows = [...table.rows.map((cells) => cells.map(({ text }) => text)), ...totals];
  const lines = [columns, columns.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(cellMarkdown).join(' | ')} |`,
  );
  return [...(table.title === null ? [] : [`**${table.title}**\n`]), ...lines, leftOut(table)]
    .filter((line) => line !== '')
    .join('\n');
}

const cellMarkdown = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

function leftOut({ rows, rowCount, columns, columnCount }: Extract<PreviewPart, { kind: 'table' }>): string {
  const parts = [
    ...(rowCount > rows.length ? [`rows 1 to ${rows.length} of ${rowCount.toLocaleString('en')}`] : []),
    ...(columnCount > columns.length ? [`the first ${columns.length} of ${columnCount} columns`] : []),
  ];
  return parts.length > 0 ? `\n*Shown are ${parts.join(' and ')}.*` : '';
}
