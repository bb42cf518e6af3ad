import { XML } from './package-parts.js';
import { cellText, escapeXml } from './xml-text.js';

export interface DocumentProperties {
  title?: string | undefined;
  creator?: string | undefined;
  /** Left out where equal content must give equal bytes. */
  created?: Date | undefined;
  /** The program that created the file. */
  application?: string | undefined;
}

const PROPERTIES = 'http://schemas.openxmlformats.org/officeDocument/2006';
/** Office's identifier for custom properties, and the first number that one may have. */
const CUSTOM_FORMAT = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}';
const FIRST_CUSTOM = 2;

export function corePart({ title, creator, created }: DocumentProperties): string {
  const element = (name: string, value: string | undefined) =>
    value === undefined ? '' : `<${name}>${cellText(value)}</${name}>`;
  const moment = created
    ? `<dcterms:created xsi:type="dcterms:W3CDTF">${created.toISOString().replace(/\.\d+/, '')}</dcterms:created>`
    : '';
  return `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" \
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\
${element('dc:title', title)}${element('dc:creator', creator)}${moment}</cp:coreProperties>`;
}

export function applicationPart({ application = 'Microsoft Excel' }: DocumentProperties): string {
  return `${XML}<Properties xmlns="${PROPERTIES}/extended-properties"><Application>${cellText(application)}</Application></Properties>`;
}

export function customPart(properties: Readonly<Record<string, string>>): string {
  const all = Object.entries(properties).map(
    ([name, value], i) =>
      `<property fmtid="${CUSTOM_FORMAT}" pid="${FIRST_CUSTOM + i}" name="${escapeXml(name)}"><vt:lpwstr>${cellText(value)}</vt:lpwstr></property>`,
  );
  return `${XML}<Properties xmlns="${PROPERTIES}/custom-properties" xmlns:vt="${PROPERTIES}/docPropsVTypes">${all.join('')}</Properties>`;
}
