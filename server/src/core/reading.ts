import type { Params } from '@workbook-data-service/contract/messages/message';
import { cellAddress } from '@workbook-data-service/sheets/addresses';
import {
  type Alternative,
  type AppliedReading,
  type CellAddress,
  type CellCoverage,
  confidenceOf,
  type Difference,
  type FaultKind,
  type ModelReading,
  type Question,
  type SheetSpec,
  type StatedTotal,
} from '@workbook-data-service/structure/parse-spec';

/** How sure the tables of a file are to be right, and what to look at: a short account of its parse spec. */
export interface Reading {
  /** Of the least sure table; null where the file has none. */
  confidence: number | null;
  /** Those of the least sure table first. */
  doubts: Remark[];
  questions: (Question & { sheet: string })[];
  faults: Remark[];
  /** Other ways to read a sheet, best first. */
  alternatives: OfferedReading[];
  /** Names of sheets whose cells stay as they are, because no reading was sure enough. */
  keptAsSheet: string[];
  /** Looking for alternatives took too long. */
  alternativesCut: boolean;
  /** How many of each are left out here. */
  more: { doubts: number; questions: number; faults: number; alternatives: number };
  /** The model where any sheet was read by it, a remembered reading where any was read by one, and otherwise the rules. */
  readBy: ReadBy;
  /** What came of asking a language model about sheets, if it was asked. */
  modelReadings?: (ModelReading & { sheet: string })[];
  /** What it was read by, if a file like it was corrected before. */
  remembered?: RememberedReading;
  /** The lines of the workspace's rules that decided something. */
  rules?: string[];
}

type OfferedReading = Omit<Alternative, 'regions' | 'unassigned'> & { sheet: string };

/** A remembered reading, and how the file differs from the one that it was learned from. */
export type RememberedReading = Omit<AppliedReading, 'sheets' | 'at'>;

/** What a sheet is read by. */
type ReadBy = 'rules' | 'reading' | 'model';

export function readByOf({ readBy, reading }: Pick<SheetSpec, 'readBy' | 'reading'>): ReadBy {
  if (readBy) return readBy;
  return reading && !reading.afresh ? 'reading' : 'rules';
}

export interface Remark {
  code: string;
  params: Params;
  text: string;
  sheet: string;
  /** Null where it is about no single cell. */
  cell: string | null;
}

interface ReadSheet {
  spec: SheetSpec;
  coverage?: CellCoverage | undefined;
  reconciliation?: readonly StatedTotal[] | undefined;
}

const maxTold = 10;
/** Pictures are larger than remarks: those of four sheets. */
const maxOffered = 12;

export function readingOf(sheets: readonly ReadSheet[]): Reading {
  const tables = sheets
    .flatMap(({ spec }) =>
      spec.regions.filter(({ kind }) => kind === 'data').map((region) => ({ sheet: spec.name, region })),
    )
    .sort((a, b) => a.region.confidence - b.region.confidence);
  const doubts = tables.flatMap(({ sheet, region }) =>
    (region.doubts ?? []).map(({ code, params, text, cell }) =>
      remark(sheet, code, { table: region.name, ...params }, text, cell),
    ),
  );
  const questions = tables.flatMap(({ sheet, region }) =>
    (region.questions ?? []).map((question) => ({ ...question, sheet })),
  );
  const faults = sheets.flatMap(faultsOf);
  const specs = sheets
    .map(({ spec }) => spec)
    .sort((a, b) => (confidenceOf(a.regions) ?? 1) - (confidenceOf(b.regions) ?? 1));
  const alternatives = specs.flatMap(({ name, alternatives: offered = [] }) =>
    offered.map(({ regions, unassigned, ...picture }) => ({ ...picture, sheet: name })),
  );
  const beyond = (all: readonly unknown[], told = maxTold) => Math.max(0, all.length - told);
  return {
    confidence: tables[0]?.region.confidence ?? null,
    doubts: doubts.slice(0, maxTold),
    questions: questions.slice(0, maxTold),
    faults: faults.slice(0, maxTold),
    alternatives: alternatives.slice(0, maxOffered),
    keptAsSheet: specs.filter(({ keptAsSheet }) => keptAsSheet).map(({ name }) => name),
    alternativesCut: specs.some(({ alternativesCut }) => alternativesCut),
    more: {
      doubts: beyond(doubts),
      questions: beyond(questions),
      faults: beyond(faults),
      alternatives: beyond(alternatives, maxOffered),
    },
    ...readByIn(specs),
    ...rememberedIn(sheets.map(({ spec }) => spec)),
  };
}

function readByIn(specs: readonly SheetSpec[]): Pick<Reading, 'readBy' | 'modelReadings'> {
  const ways = specs.map(readByOf);
  const readBy = (['model', 'reading'] as const).find((way) => ways.includes(way)) ?? 'rules';
  const asked = specs.flatMap(({ name, modelReading }) =>
    modelReading ? [{ sheet: name, ...modelReading }] : [],
  );
  return { readBy, ...(asked.length > 0 && { modelReadings: asked }) };
}

const maxDifferences = 100;

/** The reading that most sheets were read by, with the differences of all of them and the sheets that are missing. */
function rememberedIn(specs: readonly SheetSpec[]): Pick<Reading, 'remembered' | 'rules'> {
  const rules = [...new Set(specs.flatMap((spec) => spec.rules ?? []))];
  const told = rules.length > 0 ? { rules } : {};
  const all = specs.flatMap(({ reading }) => reading ?? []);
  const followed = all.filter(({ afresh }) => afresh === undefined);
  const counted = (id: string) => followed.filter((one) => one.id === id).length;
  const [main] = (followed.length > 0 ? followed : all).toSorted((a, b) => counted(b.id) - counted(a.id));
  if (!main) return told;
  const own = all.filter(({ id }) => id === main.id);
  const met = new Set(own.map(({ at }) => at));
  const missing = main.sheets.flatMap((sheet, at): Difference[] =>
    met.has(at) ? [] : [{ kind: 'sheet_missing', sheet }],
  );
  const differences = [...own.flatMap((one) => one.differences), ...missing].slice(0, maxDifferences);
  const isExact = missing.length === 0 && own.every(({ match }) => match === 'exact');
  const { sheets: _, at: __, ...reading } = main;
  return { ...told, remembered: { ...reading, match: isExact ? 'exact' : 'similar', differences } };
}

const faultTexts: Record<FaultKind, string> = {
  error_value: 'shows an error, and has no value in the table',
  unlike_neighbours: 'has another formula than its neighbours',
  constant_among_formulas: 'is a number where its neighbours are computed',
  sum_omits_cells: 'is a sum that leaves out cells beside it',
  text_in_sum: 'is a sum of cells of which some are text',
  other_file: 'refers to another file',
  hidden_values: 'is hidden in the sheet, and is in the table',
};

function faultsOf({ spec, coverage, reconciliation = [] }: ReadSheet): Remark[] {
  const fault = (code: string, count: number, cell: CellAddress, says: string) => {
    const others = count > 1 ? `; ${count - 1} more cells do so too` : '';
    return remark(spec.name, code, { count }, `${addressOf(cell)} ${says}${others}.`, cell);
  };
  const wrong = reconciliation.filter(({ agrees }) => !agrees);
  const [total] = wrong;
  const [left] = coverage?.unplaced.cells ?? [];
  return [
    ...(total
      ? [
          fault(
            'total_disagrees',
            wrong.length,
            total.cell,
            `says ${total.stated}, but its parts give ${total.computed}`,
          ),
        ]
      : []),
    ...(coverage && left ? [fault('cell_in_no_table', coverage.unplaced.total, left, 'is in no table')] : []),
    ...(spec.faults ?? []).map(({ kind, count, cell }) => fault(kind, count, cell, faultTexts[kind])),
  ];
}

const addressOf = ({ row, column }: CellAddress) => cellAddress(row + 1, column);

const remark = (
  sheet: string,
  code: string,
  params: Remark['params'],
  text: string,
  cell: CellAddress | undefined,
): Remark => ({ code, params, text, sheet, cell: cell ? addressOf(cell) : null });
