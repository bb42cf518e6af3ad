import { createRequire } from 'node:module';

/**
 * The small part of `@e965/xlsx` that is used. It only gets containers that were opened and checked here,
 * never a raw file: its own unpacking has no limits.
 */
interface SheetJs {
  CFB: {
    utils: {
      cfb_new(): Container;
      cfb_add(container: Container, path: string, content: Buffer, options: { unsafe: true }): void;
    };
  };
  parse_zip(container: Container, options: ReadOptions): SheetJsBook;
  parse_xlscfb(stream: Buffer, options: ReadOptions): SheetJsBook;
}

interface Container {
  FullPaths: string[];
}

export interface ReadOptions {
  dense: boolean;
  cellNF: boolean;
  cellStyles: boolean;
  cellText: boolean;
  cellHTML: boolean;
  cellFormula: boolean;
  nodim: boolean;
  WTF: boolean;
}

export interface SheetJsBook {
  SheetNames: string[];
  Sheets: Record<string, SheetJsSheet | undefined>;
  Workbook?: {
    WBProps?: { date1904?: boolean };
    Sheets?: { name?: string; Hidden?: number }[];
    Names?: { Name: string; Ref?: string; Sheet?: number | null; Hidden?: boolean }[];
  };
}

export interface SheetJsSheet {
  '!type'?: string;
  /** Sparse arrays: a cell far down or far right makes them long, not large. */
  '!data'?: (SheetJsCell[] | undefined)[];
  '!merges'?: { s: { r: number; c: number }; e: { r: number; c: number } }[];
  '!rows'?: ({ hidden?: boolean } | undefined)[];
  '!cols'?: ({ hidden?: boolean } | undefined)[];
}

export interface SheetJsCell {
  t: 'n' | 's' | 'b' | 'e' | 'd' | 'z';
  v?: string | number | boolean | Date | null;
  /** Number format code. */
  z?: string | number;
  f?: string;
}

/**
 * `cellStyles` is needed for hidden rows and columns; `cellText` would format every number. Formulas of xls and
 * xlsb are read by `binary-formulas/`.
 */
export const readOptions: ReadOptions = {
  dense: true,
  cellNF: true,
  cellStyles: true,
  cellText: false,
  cellHTML: false,
  cellFormula: false,
  nodim: true,
  WTF: true,
};

let loaded: SheetJs | undefined;

/**
 * Loaded on first use, since csv does not need it; the CommonJS build includes the code pages of old xls
 * files.
 */
export function sheetJs(): SheetJs {
  loaded ??= createRequire(import.meta.url)('@e965/xlsx') as SheetJs;
  return loaded;
}
