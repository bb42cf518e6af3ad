import type { LyingEntry } from './lying-zip.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Relation {
  id: string;
  /** The last segment of its URI: `worksheet`, `sharedStrings`, `styles`, `comments`. */
  kind: string;
  target: string;
  external?: boolean;
}

/** The differences from a plain workbook. */
export interface XlsxOptions {
  /** Between the declaration of the sheet's XML and its first element. */
  prolog?: string;
  sheets?: { name: string; id: string }[];
  relations?: Relation[];
  sharedStrings?: string;
  styles?: string;
  more?: LyingEntry[];
}

/**
 * The parts of an xlsx file around the content of one `worksheet` element, for content that no library would
 * write.
 */
export function xlsxParts(sheetXml: string, options: XlsxOptions = {}): LyingEntry[] {
  const { sheets = [{ name: 'Data', id: 'rId1' }], sharedStrings, styles, more = [] } = options;
  const relations = options.relations ?? [{ id: 'rId1', kind: 'worksheet', target: 'worksheets/sheet1.xml' }];
  const listed = sheets.map(({ name, id }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="${id}"/>`);
  return [
    { name: '[Content_Types].xml', content: contentTypes },
    {
      name: '_rels/.rels',
      content: relationships([{ id: 'rId1', kind: 'officeDocument', target: 'xl/workbook.xml' }]),
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([
        ...relations,
        { id: 'rIdStrings', kind: 'sharedStrings', target: 'sharedStrings.xml' },
        { id: 'rIdStyles', kind: 'styles', target: 'styles.xml' },
      ]),
    },
    { name: 'xl/sharedStrings.xml', content: sharedStrings ?? stringTable('<si><t>shared</t></si>') },
    { name: 'xl/styles.xml', content: styles ?? `<styleSheet xmlns="${main}"/>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?>${options.prolog ?? ''}<worksheet xmlns="${main}" xmlns:r="${office}">${sheetXml}</worksheet>`,
    },
    ...more,
  ];
}

export function relationships(relations: Relation[]): string {
  const each = relations.map(
    ({ id, kind, target, external }) =>
      `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

export function stringTable(items: string, counts = ''): string {
  return `<sst xmlns="${main}" ${counts}>${items}</sst>`;
}

export const textCell = (ref: string, xml: string): string =>
  `<c r="${ref}" t="inlineStr"><is><t>${xml}</t></is></c>`;

const contentTypes = `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`;
