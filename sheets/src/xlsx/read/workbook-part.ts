import type { DateSystem } from '../../core/date-serials.js';
import { tooComplex } from '../../core/file-error.js';
import type { Visibility } from '../../grid/grid.js';
import { decodeText } from '../xml/decode-text.js';
import { nameOf } from '../xml/names.js';
import type { XmlHandler, XmlScanner, XmlTag } from '../xml/xml-scanner.js';

const tags = {
  sheet: nameOf('sheet'),
  properties: nameOf('workbookPr'),
  definedName: nameOf('definedName'),
  calculation: nameOf('calcPr'),
};
const attributes = {
  name: nameOf('name'),
  id: nameOf('id'),
  state: nameOf('state'),
  date1904: nameOf('date1904'),
  localSheetId: nameOf('localSheetId'),
  hidden: nameOf('hidden'),
  fullPrecision: nameOf('fullPrecision'),
};
const MAX_ITEMS = 100_000;

export interface ListedSheet {
  name: string;
  /** Undefined for a sheet without a part, such as a module of Excel 95. */
  relationshipId: string | undefined;
  visibility: Visibility;
}

interface ListedName {
  name: string;
  sheetIndex: number | undefined;
  formula: string;
  hidden: boolean;
}

/** The central part of a workbook: the sheets in order, the defined names, how dates and results are counted. */
export class WorkbookPart implements XmlHandler {
  readonly sheets: ListedSheet[] = [];
  readonly names: ListedName[] = [];
  dateSystem: DateSystem = '1900';
  roundsAsShown = false;
  readonly #scanner: XmlScanner;

  constructor(scanner: XmlScanner) {
    this.#scanner = scanner;
  }

  open(name: number, tag: XmlTag): void {
    if (name === tags.sheet) this.#addSheet(tag);
    else if (name === tags.definedName) this.#addName(tag);
    else if (name === tags.properties && tag.flag(attributes.date1904)) this.dateSystem = '1904';
    else if (name === tags.calculation) this.roundsAsShown = !tag.flag(attributes.fullPrecision, true);
  }

  close(): void {
    this.#scanner.capturing = false;
  }

  text(bytes: Buffer, from: number, to: number, literal: boolean): void {
    const name = this.names.at(-1);
    if (name) name.formula += decodeText(bytes, from, to, literal);
  }

  #addSheet(tag: XmlTag): void {
    const relationshipId = (tag.prefixedText(attributes.id) ?? tag.text(attributes.id)) || undefined;
    const name = tag.text(attributes.name) ?? `Sheet${this.sheets.length + 1}`;
    bounded(this.sheets).push({ name, relationshipId, visibility: visibilityOf(tag.text(attributes.state)) });
  }

  #addName(tag: XmlTag): void {
    bounded(this.names).push({
      name: tag.text(attributes.name) ?? '',
      sheetIndex: tag.integer(attributes.localSheetId),
      formula: '',
      hidden: tag.flag(attributes.hidden),
    });
    this.#scanner.capturing = true;
  }
}

function visibilityOf(state: string | undefined): Visibility {
  if (state === 'hidden') return 'hidden';
  return state === 'veryHidden' ? 'very_hidden' : 'visible';
}

function bounded<T>(items: T[]): T[] {
  if (items.length >= MAX_ITEMS) throw tooComplex('file-many-sheets');
  return items;
}
