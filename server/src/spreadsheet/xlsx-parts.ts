import { escapeXml } from './xml-text.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of the cell formats in `styles`. */
export const Style = { plain: 0, heading: 1, date: 2, timestamp: 3, time: 4 } as const;

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3">\
<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>\
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>\
<numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** The parts of a workbook beside its sheets. */
export function workbookParts(sheetNames: string[]): Record<string, string> {
  const each = (part: (name: string, index: number) => string) => sheetNames.map(part).join('');
  const stylesId = `rId${sheetNames.length + 1}`;
  return {
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
      (name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      each((_, i) => relationship(`rId${i + 1}`, 'worksheet', sheetPath(i).slice('xl/'.length))) +
        relationship(stylesId, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styles,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
${contentType('xl/workbook.xml', 'sheet.main')}${contentType('xl/styles.xml', 'styles')}\
${each((_, i) => contentType(sheetPath(i), 'worksheet'))}</Types>`,
  };
}

function relationships(content: string): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function contentType(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="${SHEET_TYPE}.${type}+xml"/>`;
}

export const worksheetStart = `${XML}<worksheet xmlns="${MAIN}">`;
