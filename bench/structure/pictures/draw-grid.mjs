const FONT_SIZE = 12;
const ROW_HEIGHT = 20;
const PADDING = 6;
const INDENT = 12;
const NARROWEST = 34;
const WIDEST = 190;

/**
 * Cells as SVG: `rows` of `{text, bold, fill, color, line, align, indent, across, down, flows}`, null where a merged
 * cell covers it. `flows` counts the cells that a text may cover without widening its column. Returns
 * `{width, height, svg}`.
 */
export function drawGrid(rows) {
  const widths = columnWidths(rows);
  const widthOf = (from, count) => sum(widths.slice(from, from + count));
  const boxes = [];
  const texts = [];
  rows.forEach((row, at) => {
    row.forEach((cell, column) => {
      if (!cell) return;
      const box = {
        left: widthOf(0, column),
        top: at * ROW_HEIGHT,
        width: widthOf(column, cell.across ?? 1),
        height: ROW_HEIGHT * (cell.down ?? 1),
      };
      boxes.push(drawBox(cell, box));
      const width = cell.flows ? widthOf(column, cell.flows) : box.width;
      if (cell.text !== '') texts.push(drawText(cell, { ...box, width }));
    });
  });
  // Texts come last, because they may flow over the boxes beside theirs.
  return { width: sum(widths), height: rows.length * ROW_HEIGHT, svg: [...boxes, ...texts].join('') };
}

/** An element moved to its place. */
export const placed = (left, top, svg) => `<g transform="translate(${left},${top})">${svg}</g>`;

export const heading = (text, { size = 13, color = '#24292f', weight = 600 } = {}) =>
  `<text font-size="${size}" font-weight="${weight}" fill="${color}">${escaped(text)}</text>`;

/** Roughly, as fonts differ: Japanese characters are square, capitals wider than small letters. */
const textWidth = (text, bold) =>
  FONT_SIZE * (bold ? 1.08 : 1) * [...text].reduce((width, character) => width + widthOf(character), 0);

const widthOf = (character) => {
  if (character > '\u2e7f') return 1;
  return /[A-Z_mw%]/.test(character) ? 0.74 : /[ilj.,:' ]/.test(character) ? 0.34 : 0.61;
};

const drawBox = ({ fill = '#fff', line = '#d0d7de' }, { left, top, width, height }) =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${fill}" stroke="${line}"/>`;

function drawText(
  { text, bold, color = '#24292f', align = 'left', indent = 0 },
  { left, top, width, height },
) {
  const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
  const inner = left + PADDING + indent * INDENT;
  const x = { left: inner, center: left + width / 2, right: left + width - PADDING }[align];
  const y = top + height / 2 + FONT_SIZE * 0.36;
  const weight = bold ? ' font-weight="700"' : '';
  const shown = escaped(fitted(text, bold, width - 2 * PADDING));
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${color}"${weight}>${shown}</text>`;
}

function columnWidths(rows) {
  const widths = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, () => NARROWEST);
  for (const row of rows) {
    row.forEach((cell, column) => {
      if (!cell || (cell.across ?? 1) > 1 || cell.flows) return;
      const wanted = Math.min(
        WIDEST,
        textWidth(cell.text, cell.bold) + (cell.indent ?? 0) * INDENT + 2 * PADDING + 2,
      );
      widths[column] = Math.max(widths[column] ?? NARROWEST, Math.ceil(wanted));
    });
  }
  return widths;
}

function fitted(text, bold, width) {
  if (textWidth(text, bold) <= width + 4) return text;
  let shown = [...text];
  while (shown.length > 1 && textWidth(`${shown.join('')}…`, bold) > width) shown = shown.slice(0, -1);
  return `${shown.join('')}…`;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
