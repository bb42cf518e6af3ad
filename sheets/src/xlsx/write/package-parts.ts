import { posix } from 'node:path';
import { escapeXml } from './xml-text.js';

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PACKAGE_TYPE = 'application/vnd.openxmlformats-package';
const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument';

/** The relationship type of each part, and its content type where its extension does not imply it. */
const kinds = {
  workbook: [`${OFFICE}/officeDocument`, `${OFFICE_TYPE}.spreadsheetml.sheet.main+xml`],
  worksheet: [`${OFFICE}/worksheet`, `${OFFICE_TYPE}.spreadsheetml.worksheet+xml`],
  styles: [`${OFFICE}/styles`, `${OFFICE_TYPE}.spreadsheetml.styles+xml`],
  table: [`${OFFICE}/table`, `${OFFICE_TYPE}.spreadsheetml.table+xml`],
  comments: [`${OFFICE}/comments`, `${OFFICE_TYPE}.spreadsheetml.comments+xml`],
  noteShapes: [`${OFFICE}/vmlDrawing`, undefined],
  drawing: [`${OFFICE}/drawing`, `${OFFICE_TYPE}.drawing+xml`],
  picture: [`${OFFICE}/image`, undefined],
  chart: [`${OFFICE}/chart`, `${OFFICE_TYPE}.drawingml.chart+xml`],
  core: [`${PACKAGE}/relationships/metadata/core-properties`, `${PACKAGE_TYPE}.core-properties+xml`],
  application: [`${OFFICE}/extended-properties`, `${OFFICE_TYPE}.extended-properties+xml`],
  custom: [`${OFFICE}/custom-properties`, `${OFFICE_TYPE}.custom-properties+xml`],
} as const;

export interface PackagePart {
  path: string;
  kind: keyof typeof kinds;
}

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** The path of a part's relationships. */
export function relationshipsPath(path: string): string {
  return path.replace(/[^/]*$/, '_rels/$&.rels');
}

/** The relationships of a part, numbered from `rId1`. The package itself is the part with no path. */
export function relationshipsPart(source: string, targets: readonly PackagePart[]): string {
  const all = targets.map(({ path, kind }, i) => {
    const target = posix.relative(posix.dirname(source), path);
    return `<Relationship Id="rId${i + 1}" Type="${kinds[kind][0]}" Target="${target}"/>`;
  });
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

export function contentTypesPart(parts: readonly PackagePart[]): string {
  const all = parts.map(({ path, kind }) => {
    const type = kinds[kind][1];
    return type ? `<Override PartName="/${path}" ContentType="${type}"/>` : '';
  });
  return `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="${PACKAGE_TYPE}.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Default Extension="vml" ContentType="${OFFICE_TYPE}.vmlDrawing"/>\
<Default Extension="png" ContentType="image/png"/>${all.join('')}</Types>`;
}

export interface DefinedName {
  name: string;
  formula: string;
  hidden?: boolean;
  /** The index of the sheet that the name belongs to; without one, the workbook. */
  sheet?: number;
}

interface WorkbookSettings {
  sheetNames: readonly string[];
  definedNames: readonly DefinedName[];
  computeOnLoad: boolean;
}

/** A sheet's name as formulas spell it. */
export function quotedSheetName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** The first relationships of the workbook are the sheets, in order. */
export function workbookPart({ sheetNames, definedNames, computeOnLoad }: WorkbookSettings): string {
  const sheets = sheetNames.map(
    (name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const names = definedNames.map(({ name, formula, hidden, sheet }) => {
    const scope = (sheet === undefined ? '' : ` localSheetId="${sheet}"`) + (hidden ? ' hidden="1"' : '');
    return `<definedName name="${escapeXml(name)}"${scope}>${escapeXml(formula)}</definedName>`;
  });
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets>\
${names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''}\
${computeOnLoad ? '<calcPr fullCalcOnLoad="1"/>' : ''}</workbook>`;
}
