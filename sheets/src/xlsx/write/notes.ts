import { columnLetters } from '../../core/column-letters.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { MAIN, XML } from './package-parts.js';
import { cellText } from './xml-text.js';

/** A note on a cell; row and column count from 0. */
export interface SheetNote {
  row: number;
  column: number;
  text: string;
}

/** Shapes are numbered in blocks of this size; a sheet takes as many blocks as it needs, and shares none. */
const BLOCK = 1024;

export function blocksOf(notes: readonly SheetNote[]): number {
  return 1 + Math.floor(notes.length / BLOCK);
}

export function commentsPath(sheet: number): string {
  return `xl/comments${sheet}.xml`;
}

export function noteShapesPath(sheet: number): string {
  return `xl/drawings/vmlDrawing${sheet}.vml`;
}

/** The texts of the notes on a sheet. */
export function commentsPart(notes: readonly SheetNote[]): string {
  return `${XML}<comments xmlns="${MAIN}"><authors><author></author></authors><commentList>${notes
    .map(comment)
    .join('')}</commentList></comments>`;
}

function comment({ row, column, text }: SheetNote): string {
  return `<comment ref="${columnLetters(column)}${row + 1}" authorId="0"><text><r><t xml:space="preserve">${cellText(text)}</t></r></text></comment>`;
}

/** The boxes in which Excel draws the notes. */
export function noteShapesPart(firstBlock: number, notes: readonly SheetNote[]): string {
  const blocks = Array.from({ length: blocksOf(notes) }, (_, i) => firstBlock + i).join(',');
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">\
<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks}"/></o:shapelayout>\
<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">\
<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>\
${notes.map((note, i) => box(firstBlock * BLOCK + i + 1, i + 1, note)).join('')}</xml>`;
}

function box(id: number, depth: number, { row, column }: SheetNote): string {
  // Beside the cell; at the edge of the sheet, inside it.
  const left = Math.min(column + 1, gridLimits.columns - 3);
  const top = Math.min(Math.max(row - 1, 0), gridLimits.rows - 5);
  return `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;margin-left:59.25pt;margin-top:1.5pt;width:144pt;height:79pt;z-index:${depth};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">\
<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>\
<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>\
<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>\
<x:Anchor>${left}, 15, ${top}, 10, ${left + 2}, 31, ${top + 4}, 9</x:Anchor><x:AutoFill>False</x:AutoFill>\
<x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;
}
