import { isUnit } from '../values/header-units.js';
import { readPeriod } from '../values/periods.js';
import { isMissingMark } from '../values/read-number.js';

/** `千円`, `人`, `(%)`: a row of units below the names of columns. */
export function areUnits(texts: readonly string[]): boolean {
  const units = texts.map((text) => text.normalize('NFKC').trim()).filter((text) => !isMissingMark(text));
  return units.length > 1 && units.every(isUnitInBrackets);
}

/** `Unit indicator | (billion dollars) | (2005 = 100)`: a row that says by its label that it has the units. */
export function isLabelledUnits(label: string, texts: readonly string[]): boolean {
  const [plain, ...units] = [label, ...texts].map((text) => text.normalize('NFKC').trim());
  const isBracketed = (text: string) => /^[([].*[)\]]$/.test(text);
  return (
    /^(?:units?(?: indicator)?|単位):?$/i.test(plain ?? '') &&
    units.length > 0 &&
    units.every((unit) => isBracketed(unit) || isUnit(unit))
  );
}

const isUnitInBrackets = (text: string) => isUnit(text.replace(/^[([](.*)[)\]]$/, '$1'));

/** `--1,000 short tons--`, `--- Percent ---`: how statistics write the unit of the columns below. */
const betweenDashes = /^[-–—]{2,}\s*([^-–—\s].{0,40}?)\s*[-–—]{2,}$/;

export const isBetweenDashes = (text: string) => betweenDashes.test(text.trim());

export const withoutDashes = (text: string) => text.replace(betweenDashes, '$1');

/** Such a unit alone in its row. */
export const isUnitOfAll = ([only = '', ...others]: readonly string[]) =>
  others.length === 0 && isBetweenDashes(only);

/** `1,000 pounds` alone below nothing but years: the unit of them all. */
export function isUnitOfYears(texts: readonly string[], names: readonly string[]): boolean {
  const [only, other] = texts;
  return (
    only !== undefined &&
    other === undefined &&
    isUnit(only) &&
    names.length > 1 &&
    names.every((name) => readPeriod(name)?.kind === 'year')
  );
}

/** `(1)`, `(2)`, `(3) = (1) - (2)` or `A`, `B`, `C=A+B`: a row that numbers the columns. */
export function areColumnNumbers(texts: readonly string[]): boolean {
  const plain = texts.map((text) => text.normalize('NFKC').trim());
  return plain.length > 1 && (areOrdinals(plain) || areLetters(plain));
}

/** Counting from one or two, without a gap. */
function areOrdinals(texts: readonly string[]): boolean {
  const numbers = texts.map((text) =>
    Number(/^[([]?(\d{1,3})[)\].]?(?:\s*=.*)?$/.exec(text)?.[1] ?? Number.NaN),
  );
  return (numbers[0] ?? 0) <= 2 && numbers.every((number, at) => number === (numbers[0] as number) + at);
}

/** One letter each, in the order of the alphabet; what is computed may have none of its own: `(A)-(B)`. */
function areLetters(texts: readonly string[]): boolean {
  const named = texts.filter((text) => !isFormulaOfLetters(text));
  const letters = named.map((text) => /^[([]?([A-Za-z])[)\]]?(?:\s*=.*)?$/.exec(text)?.[1]?.toUpperCase());
  const first = letters[0]?.charCodeAt(0) ?? 0;
  return letters.length > 1 && letters.every((letter, at) => letter?.charCodeAt(0) === first + at);
}

/** `(A)-(B)`, `a+b`. */
export const isFormulaOfLetters = (text: string) =>
  /^[([]?[A-Za-z][)\]]?(?:\s*[-−+*/×÷]\s*[([]?[A-Za-z][)\]]?)+$/.test(text);

const footnoteMark = /^(?:\\\d{1,2}|\/?\d{1,2}\/|[*†‡§]{1,3}|\(?[a-z]\)|\[\w{1,2}\])$/;

/** `\1`, `2/`, `*`, `a)`: a mark in a cell of its own that refers to a note about the number beside it. */
export const isFootnoteMark = (text: string) => footnoteMark.test(text.trim());
