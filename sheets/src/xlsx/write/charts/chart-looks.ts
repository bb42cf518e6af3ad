import { chartText } from './chart-references.js';

const INK = '1F2933';
const SOFT_INK = '52606D';
const GRID = 'E4E7EB';
const AXIS = '9AA5B1';
/** A point of a line, in the unit of drawings. */
const POINT = 12_700;

export const solid = (color: string) => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
export const line = (color: string, points: number) =>
  `<a:ln w="${Math.round(points * POINT)}" cap="rnd">${solid(color)}<a:round/></a:ln>`;
export const NO_LINE = '<a:ln><a:noFill/></a:ln>';
export const shape = (content: string) => `<c:spPr>${content}</c:spPr>`;
export const axisLine = shape(line(AXIS, 0.75));
export const gridLines = `<c:majorGridlines>${shape(line(GRID, 0.75))}</c:majorGridlines>`;

/** The letters of labels, in hundredths of a point. */
const look = (tag: 'defRPr' | 'rPr', size: number, color: string, isBold = false) =>
  `<a:${tag}${tag === 'rPr' ? ' lang="en-US"' : ''} sz="${size}" b="${isBold ? 1 : 0}">${solid(color)}</a:${tag}>`;
const LABEL_SIZE = 900;

export const labelText = (rotation = '') =>
  `<c:txPr><a:bodyPr${rotation}/><a:lstStyle/><a:p><a:pPr>${look('defRPr', LABEL_SIZE, SOFT_INK)}</a:pPr>\
<a:endParaRPr lang="en-US"/></a:p></c:txPr>`;

export const axisTitle = (text: string | null) =>
  text === null ? '' : title([{ text, size: LABEL_SIZE, color: SOFT_INK }]);

export function chartTitle(text: string | null, notes: readonly string[]): string {
  const lines = [
    ...(text === null ? [] : [{ text, size: 1300, color: INK, isBold: true }]),
    ...notes.map((note) => ({ text: note, size: LABEL_SIZE, color: SOFT_INK })),
  ];
  return lines.length === 0 ? '' : title(lines);
}

function title(lines: readonly { text: string; size: number; color: string; isBold?: boolean }[]): string {
  const paragraphs = lines.map(
    ({ text, size, color, isBold }) =>
      `<a:p><a:pPr>${look('defRPr', size, color, isBold)}</a:pPr>\
<a:r>${look('rPr', size, color, isBold)}<a:t>${chartText(text)}</a:t></a:r></a:p>`,
  );
  return `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/>${paragraphs.join('')}</c:rich></c:tx><c:overlay val="0"/></c:title>`;
}
