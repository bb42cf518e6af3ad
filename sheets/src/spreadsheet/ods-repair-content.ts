import { earlyDateSerial, fractionalTimeSerial, negativeDuration } from './ods-serials.js';

const CELL_END = 'table-cell>';

/**
 * Rewrites cells in an ods file's content.xml that SheetJS misreads into equivalent ones that it reads
 * correctly: dates before March 1900, times with fractions of a second or below zero, texts given as an attribute, blanks
 * at the end of a text, values that a merged cell covers. Everything else stays byte for byte.
 */
export function repairOdsContent(content: Buffer): Buffer {
  // In latin1 every byte is a character: the searched text is ASCII, and the rest stays untouched.
  const xml = content.toString('latin1');
  const countsFrom1904 = xml.includes('<table:null-date table:date-value="1904');
  const pieces: string[] = [];
  let copied = 0;
  const cellTag = /<table:(covered-)?table-cell\b[^<>]*>/g;
  for (let found = cellTag.exec(xml); found; found = cellTag.exec(xml)) {
    const [tag, covered = ''] = found;
    if (tag.endsWith('/>')) continue;
    const tagEnd = found.index + tag.length;
    const end = `</table:${covered}${CELL_END}`;
    const cellEnd = xml.indexOf(end, tagEnd);
    if (cellEnd < 0) break;
    const uncovered = covered ? tag.replace(covered, '') : tag;
    const repaired = repairCell(uncovered, xml.slice(tagEnd, cellEnd), countsFrom1904);
    pieces.push(xml.slice(copied, found.index), repaired.tag, repaired.inner, `</table:${CELL_END}`);
    copied = cellEnd + end.length;
    cellTag.lastIndex = copied;
  }
  pieces.push(xml.slice(copied));
  return Buffer.from(pieces.join(''), 'latin1');
}

interface CellXml {
  tag: string;
  inner: string;
}

function repairCell(tag: string, inner: string, countsFrom1904: boolean): CellXml {
  const text = attribute(tag, 'office:string-value');
  if (text && inner !== '') return withTextFromAttribute(tag, inner, text);
  const time = attribute(tag, 'office:time-value') ?? '';
  const negative = negativeDuration(time);
  if (negative) return { tag: asText(tag), inner: escapedParagraphs(negative) };
  const serial = countsFrom1904 ? undefined : earlyDateSerial(attribute(tag, 'office:date-value') ?? '');
  const value = serial ?? fractionalTimeSerial(time);
  if (value !== undefined) return { tag: withNumber(tag, value), inner };
  // SheetJS trims paragraphs, but LibreOffice's single blank at the end is part of the text.
  return { tag, inner: inner.replaceAll(/(?<=[^\s>]) <\/text:p>/g, '<text:s/></text:p>') };
}

/** SheetJS would append the paragraphs to the attribute, although they repeat it. */
function withTextFromAttribute(tag: string, inner: string, text: string): CellXml {
  const notes = inner.match(/<office:annotation\b[\s\S]*<\/office:annotation>/)?.[0] ?? '';
  return { tag: tag.replace(/ office:string-value="[^"]*"/, ''), inner: notes + escapedParagraphs(text) };
}

/** The cell's style still says that the number is a date or time. */
function withNumber(tag: string, value: number): string {
  return tag
    .replace(/ office:value-type="[^"]*"/, ` office:value-type="float" office:value="${value}"`)
    .replace(/ office:(?:date|time)-value="[^"]*"/, '');
}

const asText = (tag: string) =>
  tag
    .replace(/ office:value-type="[^"]*"/, ' office:value-type="string"')
    .replace(/ office:time-value="[^"]*"/, '');

function attribute(tag: string, name: string): string | undefined {
  const from = tag.indexOf(` ${name}="`);
  if (from < 0) return undefined;
  const start = from + name.length + 3;
  const end = tag.indexOf('"', start);
  return end < 0 ? undefined : tag.slice(start, end);
}

/**
 * The value of an XML attribute as paragraphs that read back as the same text: one per line, blanks written
 * out.
 */
function escapedParagraphs(attributeValue: string): string {
  return attributeValue
    .split(/&#x0*a;|&#0*10;/i)
    .map((line) => `<text:p>${line.replaceAll('<', '&lt;').replaceAll(' ', '<text:s/>')}</text:p>`)
    .join('');
}
