import { type CellGrid, Kind } from '../cell-grid.js';
import { filledCells } from './header-evidence.js';

const line = /^[\s　]*[_＿‗.．…‥]{3,}[\s　]*$/;
const label = /[:：][\s　]*$/;
const caption = /^[\s　]*[(（].*[)）][\s　]*$/;
const signature =
  /^[\s　]*(?:(?:approved|prepared|received|checked|signed|authori[sz]ed|verified) by\b|(?:[\w ]*\b)?signature\b)|(?:署名|捺印|記名|サイン|(?:認|領|者|人|担当)印)[\s　]*[欄:：]?[\s　]*$/i;

/**
 * Whether a row below a table is to be filled in by hand: labels with lines behind them, or captions under lines.
 * One label alone may head a group.
 */
export function isFillInLine(grid: CellGrid, row: number, isBelowAnother: boolean): boolean {
  const columns = filledCells(grid, row);
  if (!columns.every((column) => grid.kind(row, column) === Kind.text)) return false;
  const texts = columns.map((column) => grid.text(row, column));
  const isSign = (text: string) => line.test(text) || signature.test(text);
  const isCaption = (text: string) => isBelowAnother && caption.test(text);
  const isPart = (text: string) => isSign(text) || label.test(text) || isCaption(text);
  return texts.every(isPart) && (isBelowAnother || texts.length > 1 || texts.some(isSign));
}
