import { structureUpload } from '../outcomes/structure-upload.mjs';
import { heading, placed } from './draw-grid.mjs';
import { drawSheet } from './draw-sheet.mjs';
import { drawTables } from './draw-tables.mjs';

const MARGIN = 16;
const CAPTION = 24;
const BETWEEN = 56;

/** A sheet at the left and the tables that come out of it at the right, as an SVG file. */
export async function drawCase({ page, format, base }) {
  const file = await page.read(format, base);
  const sheet = drawSheet(file.sheet);
  const tables = drawTables(structureUpload(file, base).made);
  const right = MARGIN + sheet.width + BETWEEN;
  const width = right + tables.width + MARGIN;
  const height = MARGIN + CAPTION + Math.max(sheet.height, tables.height) + MARGIN;
  const arrow = `<path d="M8 8h26m-8-8 8 8-8 8" fill="none" stroke="#57606a" stroke-width="2"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="sans-serif" font-size="12">
<title>${base}.${format} and the tables made of it</title>
<rect width="100%" height="100%" fill="#fff"/>
${placed(MARGIN, MARGIN + 12, heading(`${base}.${format}`, { color: '#57606a' }))}
${placed(MARGIN, MARGIN + CAPTION, sheet.svg)}
${placed(MARGIN + sheet.width + 6, MARGIN + CAPTION + 40, arrow)}
${placed(right, MARGIN, tables.svg)}
</svg>
`;
}
