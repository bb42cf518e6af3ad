import { OFFICE, XML } from './package-parts.js';
import type { ReportDrawing } from './report-content.js';
import { escapeXml, printableText } from './xml-text.js';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
/** The unit of drawings: 914,400 to an inch. */
const UNITS_PER_PIXEL = 9525;

/** A picture or chart whose upper left corner is that of the first cell of a row, counted from 0. */
export type PlacedDrawing = ReportDrawing & { row: number };

export function drawingPath(sheet: number): string {
  return `xl/drawings/drawing${sheet}.xml`;
}

export function picturePath(number: number): string {
  return `xl/media/image${number}.png`;
}

/** The pictures and charts of a sheet; their parts are the relationships of the drawing, in order. */
export function drawingPart(drawings: readonly PlacedDrawing[]): string {
  return `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}">\
${drawings.map(anchor).join('')}</xdr:wsDr>`;
}

function anchor(drawing: PlacedDrawing, index: number): string {
  const { row, width, height, kind } = drawing;
  const size = `cx="${width * UNITS_PER_PIXEL}" cy="${height * UNITS_PER_PIXEL}"`;
  return `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row>\
<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>\
${kind === 'picture' ? picture(drawing, index, size) : chart(drawing, index)}<xdr:clientData/></xdr:oneCellAnchor>`;
}

function picture({ description }: PlacedDrawing, index: number, size: string): string {
  return `<xdr:pic><xdr:nvPicPr>${name('Picture', index, description)}\
<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>\
<xdr:blipFill><a:blip r:embed="rId${index + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>\
<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>\
</xdr:pic>`;
}

function chart({ description }: PlacedDrawing, index: number): string {
  return `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>${name('Chart', index, description)}\
<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>\
<a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" r:id="rId${index + 1}"/>\
</a:graphicData></a:graphic></xdr:graphicFrame>`;
}

const name = (what: 'Picture' | 'Chart', index: number, description: string) =>
  `<xdr:cNvPr id="${index + 2}" name="${what} ${index + 1}" descr="${escapeXml(printableText(description))}"/>`;
