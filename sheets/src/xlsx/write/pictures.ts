import { OFFICE, XML } from './package-parts.js';
import type { ReportPicture } from './report-content.js';
import { escapeXml, printableText } from './xml-text.js';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
/** The unit of drawings: 914,400 to an inch. */
const UNITS_PER_PIXEL = 9525;

/** A picture whose upper left corner is that of the first cell of a row, counted from 0. */
export interface PlacedPicture extends ReportPicture {
  row: number;
}

export function drawingPath(sheet: number): string {
  return `xl/drawings/drawing${sheet}.xml`;
}

export function picturePath(number: number): string {
  return `xl/media/image${number}.png`;
}

/** The pictures of a sheet; their files are the relationships of the drawing, in order. */
export function drawingPart(pictures: readonly PlacedPicture[]): string {
  return `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}">\
${pictures.map(anchor).join('')}</xdr:wsDr>`;
}

function anchor({ row, width, height, description }: PlacedPicture, index: number): string {
  const size = `cx="${width * UNITS_PER_PIXEL}" cy="${height * UNITS_PER_PIXEL}"`;
  return `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row>\
<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/><xdr:pic><xdr:nvPicPr>\
<xdr:cNvPr id="${index + 2}" name="Picture ${index + 1}" descr="${escapeXml(printableText(description))}"/>\
<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>\
<xdr:blipFill><a:blip r:embed="rId${index + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>\
<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>\
</xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
}
