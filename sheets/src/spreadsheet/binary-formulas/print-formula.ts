import { ByteReader } from './byte-reader.js';
import { type FormulaBook, nameAt, onSheet, THIS_WORKBOOK } from './formula-book.js';
import type { FormulaLayout, StoredReference } from './formula-layouts.js';
import { worksheetFunctions } from './function-table.js';
import {
  areaText,
  booleanText,
  constantText,
  errorText,
  numberText,
  quotedText,
  referenceText,
} from './operand-texts.js';
import { Unprintable } from './unprintable.js';

/** Where a formula is. */
export interface Cell {
  row: number;
  column: number;
}

/** Excel's own limits. */
const LONGEST_TEXT = 8192;
const DEEPEST_CALLS = 64;

/** How tightly a text holds together. */
const Binding = {
  union: 0,
  comparison: 1,
  concatenation: 2,
  sum: 3,
  product: 4,
  power: 5,
  percent: 6,
  sign: 7,
  intersection: 8,
  range: 9,
  whole: 10,
} as const;

const binaryOperators = new Map<number, [operator: string, binding: number]>([
  [0x03, ['+', Binding.sum]],
  [0x04, ['-', Binding.sum]],
  [0x05, ['*', Binding.product]],
  [0x06, ['/', Binding.product]],
  [0x07, ['^', Binding.power]],
  [0x08, ['&', Binding.concatenation]],
  [0x09, ['<', Binding.comparison]],
  [0x0a, ['<=', Binding.comparison]],
  [0x0b, ['=', Binding.comparison]],
  [0x0c, ['>=', Binding.comparison]],
  [0x0d, ['>', Binding.comparison]],
  [0x0e, ['<>', Binding.comparison]],
  [0x0f, [' ', Binding.intersection]],
  [0x10, [',', Binding.union]],
  [0x11, [':', Binding.range]],
]);

/**
 * Other tokens. Those left out have no text that Excel would show: data tables, references to Excel tables,
 * formulas in natural language.
 */
const Token = {
  plus: 0x12,
  minus: 0x13,
  percent: 0x14,
  parentheses: 0x15,
  missingArgument: 0x16,
  text: 0x17,
  attribute: 0x19,
  error: 0x1c,
  boolean: 0x1d,
  integer: 0x1e,
  number: 0x1f,
  array: 0x20,
  call: 0x21,
  callOfMany: 0x22,
  name: 0x23,
  reference: 0x24,
  area: 0x25,
  memoryArea: 0x26,
  memoryError: 0x27,
  memoryNone: 0x28,
  memoryFunction: 0x29,
  deletedReference: 0x2a,
  deletedArea: 0x2b,
  distantReference: 0x2c,
  distantArea: 0x2d,
  listedName: 0x39,
  sheetReference: 0x3a,
  sheetArea: 0x3b,
  sheetDeletedReference: 0x3c,
  sheetDeletedArea: 0x3d,
} as const;

const FIRST_OPERAND = 0x20;
/** Called by its name, which is its first argument. */
const NAMED_FUNCTION = 255;

interface Printed {
  text: string;
  binding: number;
  /** How deeply functions are nested in it. */
  calls: number;
}

/**
 * The text of a formula that a file stores as tokens in reverse Polish order ([MS-XLS] 2.5.198, [MS-XLSB]
 * 2.5.97), without the leading equals sign. Undefined where it cannot be shown as Excel would.
 *
 * @param extras What follows the tokens: the values of array constants.
 */
export function printFormula(
  tokens: Buffer,
  extras: Buffer,
  cell: Cell,
  layout: FormulaLayout,
  book: FormulaBook,
): string | undefined {
  try {
    return new FormulaPrinter(new ByteReader(tokens), new ByteReader(extras), cell, layout, book).print();
  } catch (error) {
    if (error instanceof Unprintable || error instanceof RangeError) return undefined;
    throw error;
  }
}

class FormulaPrinter {
  readonly #stack: Printed[] = [];
  /** Blanks that the author typed: before the next token, and before its parentheses. */
  #blanks = '';
  #blanksBeforeOpening = '';
  #blanksBeforeClosing = '';

  constructor(
    private readonly tokens: ByteReader,
    private readonly extras: ByteReader,
    private readonly cell: Cell,
    private readonly layout: FormulaLayout,
    private readonly book: FormulaBook,
  ) {}

  print(): string {
    while (!this.tokens.isAtEnd) this.#printToken(this.tokens.uint8());
    const [printed, ...more] = this.#stack;
    if (!printed || more.length > 0) throw new Unprintable();
    return printed.text;
  }

  #printToken(token: number): void {
    // Operands exist in three classes (reference, value, array), which look the same.
    const kind = token < FIRST_OPERAND ? token : FIRST_OPERAND | (token & 0x1f);
    const binary = binaryOperators.get(kind);
    if (binary) this.#printBinary(...binary);
    else if (!this.#printOperation(kind)) this.#push(this.#operand(kind));
  }

  /** False for a token that is an operand. */
  #printOperation(kind: number): boolean {
    switch (kind) {
      case Token.plus:
        this.#printSign('+');
        return true;
      case Token.minus:
        this.#printSign('-');
        return true;
      case Token.percent:
        this.#printPercent();
        return true;
      case Token.parentheses:
        this.#printParentheses();
        return true;
      case Token.attribute:
        this.#printAttribute();
        return true;
      case Token.call:
        this.#printCall();
        return true;
      case Token.callOfMany:
        this.#printCallOfMany();
        return true;
      case Token.memoryArea:
        this.tokens.skip(6);
        this.layout.skipMemoryAreas(this.extras);
        return true;
      case Token.memoryError:
      case Token.memoryNone:
        this.tokens.skip(6);
        return true;
      case Token.memoryFunction:
        this.tokens.skip(2);
        return true;
      default:
        return false;
    }
  }

  #operand(kind: number): string {
    const { tokens, layout } = this;
    switch (kind) {
      case Token.missingArgument:
        return '';
      case Token.text:
        return quotedText(layout.text(tokens));
      case Token.error:
        return errorText(tokens.uint8());
      case Token.boolean:
        return booleanText(tokens.uint8() === 1);
      case Token.integer:
        return String(tokens.uint16());
      case Token.number:
        return numberText(tokens.double());
      case Token.array:
        return this.#array();
      case Token.name:
        return nameAt(this.book.names, layout.nameNumber(tokens));
      case Token.listedName:
        return layout.listedName(tokens, this.book);
      default:
        return this.#referenceOrArea(kind);
    }
  }

  #referenceOrArea(kind: number): string {
    const { tokens, layout } = this;
    switch (kind) {
      case Token.reference:
        return referenceText(layout.reference(tokens));
      case Token.area:
        return areaText(layout.area(tokens), layout);
      case Token.distantReference:
        return referenceText(this.#atDistance(layout.reference(tokens)));
      case Token.distantArea: {
        const [first, last] = layout.area(tokens);
        return areaText([this.#atDistance(first), this.#atDistance(last)], layout);
      }
      case Token.deletedReference:
        layout.reference(tokens);
        return '#REF!';
      case Token.deletedArea:
        layout.area(tokens);
        return '#REF!';
      case Token.sheetReference:
        return onSheet(layout.span(tokens, this.book), this.#referenceOrArea(Token.reference));
      case Token.sheetArea:
        return onSheet(layout.span(tokens, this.book), this.#referenceOrArea(Token.area));
      case Token.sheetDeletedReference:
        return onSheet(layout.span(tokens, this.book), this.#referenceOrArea(Token.deletedReference));
      case Token.sheetDeletedArea:
        return onSheet(layout.span(tokens, this.book), this.#referenceOrArea(Token.deletedArea));
      default:
        throw new Unprintable();
    }
  }

  #push(text: string, binding: number = Binding.whole, calls = 0): void {
    const whole = this.#takeBlanks() + text;
    if (whole.length > LONGEST_TEXT || calls > DEEPEST_CALLS) throw new Unprintable();
    this.#stack.push({ text: whole, binding, calls });
  }

  #pop(): Printed {
    const printed = this.#stack.pop();
    if (!printed) throw new Unprintable();
    return printed;
  }

  #takeBlanks(): string {
    const blanks = this.#blanks;
    this.#blanks = '';
    return blanks;
  }

  /** Excel stores the parentheses that its author typed; other programs may leave them to be inferred. */
  #printBinary(operator: string, binding: number): void {
    const right = this.#pop();
    const left = this.#pop();
    const text = bound(left, binding) + this.#takeBlanks() + operator + bound(right, binding + 1);
    this.#push(text, binding, Math.max(left.calls, right.calls));
  }

  #printSign(sign: string): void {
    const operand = this.#pop();
    this.#push(sign + bound(operand, Binding.percent), Binding.sign, operand.calls);
  }

  #printPercent(): void {
    const operand = this.#pop();
    const text = `${bound(operand, Binding.percent)}${this.#takeBlanks()}%`;
    this.#push(text, Binding.percent, operand.calls);
  }

  #printParentheses(): void {
    const { text, calls } = this.#pop();
    const whole = `${this.#blanksBeforeOpening}(${text}${this.#blanksBeforeClosing})`;
    this.#blanksBeforeOpening = this.#blanksBeforeClosing = '';
    this.#push(whole, Binding.whole, calls);
  }

  #printCall(): void {
    const { name, args } = worksheetFunctions.get(this.layout.functionNumber(this.tokens)) ?? {};
    if (name === undefined || args === undefined) throw new Unprintable();
    this.#call(name, this.#popAll(args));
  }

  #printCallOfMany(): void {
    const args = this.#popAll(this.tokens.uint8() & 0x7f);
    const number = this.layout.functionNumber(this.tokens);
    const name =
      number === NAMED_FUNCTION
        ? args.shift()?.text.replace(`${THIS_WORKBOOK}!`, '')
        : worksheetFunctions.get(number)?.name;
    if (name === undefined) throw new Unprintable();
    this.#call(name, args);
  }

  #popAll(count: number): Printed[] {
    if (count > this.#stack.length) throw new Unprintable();
    return this.#stack.splice(this.#stack.length - count, count);
  }

  #call(name: string, args: readonly Printed[]): void {
    const text = `${name}(${args.map((arg) => bound(arg, Binding.comparison)).join(',')})`;
    this.#push(text, Binding.whole, args.reduce((most, { calls }) => Math.max(most, calls), 0) + 1);
  }

  /** Hints for evaluating, a sum of one argument, and blanks. */
  #printAttribute(): void {
    const kind = this.tokens.uint8();
    const value = this.tokens.uint16();
    if (kind & 0x04) this.tokens.skip((value + 1) * 2);
    if (kind & 0x10) this.#call('SUM', this.#popAll(1));
    if (kind & 0x40) this.#addBlanks(value & 0xff, value >> 8);
  }

  #addBlanks(place: number, count: number): void {
    const blanks = (place % 2 === 0 ? ' ' : '\n').repeat(count);
    if (place <= 1) this.#blanks += blanks;
    else if (place <= 3) this.#blanksBeforeOpening += blanks;
    else if (place <= 5) this.#blanksBeforeClosing += blanks;
  }

  /** Distances wrap around at the end of the sheet. */
  #atDistance(stored: StoredReference): StoredReference {
    const { rows, columns } = this.layout;
    return {
      ...stored,
      row: stored.rowIsRelative ? (stored.row + this.cell.row) % rows : stored.row,
      column: stored.columnIsRelative ? (stored.column + this.cell.column) % columns : stored.column,
    };
  }

  #array(): string {
    const { layout, extras } = this;
    this.tokens.skip(layout.arrayBytes);
    const { rows, columns } = layout.arrayRows(extras);
    if (columns === 0 || rows * columns > extras.left) throw new Unprintable();
    const lines: string[] = [];
    for (let row = 0; row < rows; row++) {
      const values: string[] = [];
      for (let column = 0; column < columns; column++) values.push(constantText(layout.arrayValue(extras)));
      lines.push(values.join(','));
    }
    return `{${lines.join(';')}}`;
  }
}

function bound({ text, binding }: Printed, atLeast: number): string {
  return binding < atLeast ? `(${text})` : text;
}
