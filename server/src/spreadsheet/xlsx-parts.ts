import { escapeXml } from './xml-text.js';

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

export interface WrittenSheet {
  name: string;
  hasNotes: boolean;
}

/** The parts of a workbook beside its sheets, their notes and its styles. */
export function workbookParts(sheets: readonly WrittenSheet[]): Record<string, string> {
  const each = (part: (sheet: WrittenSheet, index: number) => string) => sheets.map(part).join('');
  const stylesId = `rId${sheets.length + 1}`;
  return {
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
      ({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      each((_, i) => relationship(`rId${i + 1}`, 'worksheet', sheetPath(i).slice('xl/'.length))) +
        relationship(stylesId, 'styles', 'styles.xml'),
    ),
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>\
${contentType('xl/workbook.xml', 'sheet.main')}${contentType('xl/styles.xml', 'styles')}\
${each((_, i) => contentType(sheetPath(i), 'worksheet'))}\
${each(({ hasNotes }, i) => (hasNotes ? contentType(`xl/comments${i + 1}.xml`, 'comments') : ''))}</Types>`,
  };
}

export function relationships(content: string): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
}

export function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function contentType(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="${SHEET_TYPE}.${type}+xml"/>`;
}

export const worksheetStart = `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">`;
