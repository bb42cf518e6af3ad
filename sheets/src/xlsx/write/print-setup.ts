import { escapeXml, printableText } from './xml-text.js';

/** Excel refuses a longer header or footer. */
const LONGEST_FOOTER = 255;
const A4 = 9;

interface PrintSetup {
  /** At the foot of each page, on the left; `asOf` is in the middle, and the number on the right. */
  title: string;
  asOf: string;
  landscape: boolean;
}

/** The first child of a worksheet that is printed one page wide. */
export const FIT_TO_PAGE = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';

/** What follows the cells of a worksheet that is printed, with as many pages below each other as it needs. */
export function printSetup({ title, asOf, landscape }: PrintSetup): string {
  return `<printOptions horizontalCentered="1"/>\
<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.7" header="0.3" footer="0.35"/>\
<pageSetup paperSize="${A4}" orientation="${landscape ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/>\
<headerFooter><oddFooter>${escapeXml(footer(title, asOf))}</oddFooter></headerFooter>`;
}

/** Where it is too long, the title is cut. */
function footer(title: string, asOf: string): string {
  const rest = `&C${plain(asOf)}&R&P / &N`;
  // Half of a doubled ampersand would begin a code.
  const cut = plain(title)
    .slice(0, LONGEST_FOOTER - rest.length - 2)
    .replace(/(?<!&)((?:&&)*)&$/, '$1');
  return `&L${cut}${rest}`;
}

/** An ampersand begins a code, and two stand for one. */
function plain(text: string): string {
  return printableText(text).replaceAll('&', '&&');
}
