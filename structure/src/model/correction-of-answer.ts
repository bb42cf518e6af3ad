import type { CellRange } from '@workbook-data-service/sheets/grid';
import { typeOfField } from '../analyze/forms/describe-form.js';
import type { AskedSheet } from '../decisions/answer-questions.js';
import { contains } from '../decisions/contains.js';
import type { ColumnCorrection, RegionCorrection, RegionSpec, ReshapeStep } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import { type SpecFault, specFault } from '../spec-fault.js';
import type { ChangedPart, ModelAnswer, NewPart, SaidOfField, SaidOfTable } from './model-answer.js';
import { rangeText } from './picture-text.js';

/** What a model says, in the words in which a person corrects a spec. */
export interface ModelCorrection {
  regions: RegionCorrection[];
  remove: string[];
  /** Regions whose columns are to be found. */
  describe: string[];
  /** By the id of a region, what was said about it. */
  said: Map<string, ChangedPart | NewPart>;
  faults: SpecFault[];
}

export function correctionOf(asked: AskedSheet, answer: ModelAnswer): ModelCorrection {
  const { regions } = asked.spec;
  const known = regions.map(({ id }) => id);
  const prefix = `${known[0] ?? 'r0'}_m`;
  const parts = answer.parts.map((part, at) => ({ part, id: `${prefix}${at + 1}` }));
  const faults = [
    ...answer.keep.flatMap((id, at) => unknownId(`/keep/${at}`, id, known)),
    ...answer.change.flatMap(({ id, path }) => unknownId(`${path}/id`, id, known)),
    ...answer.change.flatMap(({ id, path }, at) =>
      answer.change.findIndex((one) => one.id === id) < at
        ? [specFault(`${path}/id`, sayOfReading('spec-id-twice', { id }))]
        : [],
    ),
  ];
  const idOf = (given: string) =>
    parts.find(({ part }) => rangeText(part.range) === given.toUpperCase().replaceAll('$', ''))?.id ?? given;
  const described = new Set<string>();
  const changed = answer.change.flatMap((change) => {
    const region = regions.find(({ id }) => id === change.id);
    if (!region) return [];
    if (needsDescribing(change)) described.add(region.id);
    return [
      {
        id: region.id,
        ...kindOf(change),
        ...rangeOf(change),
        ...tableOf(asked, change, idOf, change.range ?? region.range),
      },
    ];
  });
  const added = parts.map(({ part, id }): RegionCorrection => {
    const isTable = part.kind === 'table';
    if (isTable) described.add(id);
    const kind = part.kind === 'table' || part.kind === 'form' ? 'data' : part.kind;
    const name = part.name ?? (kind === 'data' ? nameOver(regions, part.range) : '');
    return { id, kind, range: part.range, ...tableOf(asked, { ...part, name }, idOf, part.range) };
  });
  const given = [...changed, ...added];
  const stays = new Set([...answer.keep, ...answer.change.map(({ id }) => id)]);
  const claimed = given.flatMap(({ range }) => range ?? []);
  return {
    regions: given,
    // What is not spoken of makes room for what is.
    remove: regions
      .filter(({ id, range }) => !stays.has(id) && claimed.some((other) => overlap(other, range)))
      .map(({ id }) => id),
    describe: [...described],
    said: new Map<string, ChangedPart | NewPart>([
      ...answer.change.map((change): [string, ChangedPart] => [change.id, change]),
      ...parts.map(({ part, id }): [string, NewPart] => [id, part]),
    ]),
    faults,
  };
}

function unknownId(path: string, id: string, known: readonly string[]): SpecFault[] {
  if (known.includes(id)) return [];
  const said = { what: 'region' as const, id, known: known.slice(0, 50).join(', ') };
  return [specFault(path, sayOfReading('spec-part-unknown', said))];
}

/** Names, types and units say nothing that could change what else is found. */
function needsDescribing(change: ChangedPart): boolean {
  const { id, path, name, columns, why, fields, continues, madeNames, ...others } = change;
  return fields === undefined && Object.keys(others).length > 0;
}

const kindOf = ({ kind }: ChangedPart): Pick<RegionCorrection, 'kind'> => (kind ? { kind } : {});
const rangeOf = ({ range }: ChangedPart): Pick<RegionCorrection, 'range'> => (range ? { range } : {});

function tableOf(
  asked: AskedSheet,
  said: SaidOfTable,
  idOf: (given: string) => string,
  range: CellRange,
): Omit<RegionCorrection, 'id'> {
  const { name, header, labels, under, layout, madeNames, spread, blanks, fields, continues } = said;
  const columns = fields ? fields.map((field) => fieldOf(asked, field)) : columnsOf(said);
  const steps = stepsOf(said, range);
  return {
    ...(name !== undefined && { name }),
    ...(header && { headerRows: header }),
    ...(labels !== undefined && { headerColumns: labels }),
    ...rolesOf(said),
    ...(under && { rowParents: Object.fromEntries(under) }),
    ...(layout
      ? { layout }
      : fields
        ? { layout: 'form' as const }
        : under?.size
          ? { layout: 'report' as const }
          : {}),
    ...(continues !== undefined && { continues: idOf(continues) }),
    ...(madeNames && { madeNames }),
    ...(spread !== undefined && { spreadMerged: spread }),
    ...(blanks && { unreadable: blanks }),
    ...(columns.length > 0 && { columns }),
    ...(steps && { steps }),
  };
}

function rolesOf({
  totals,
  groups,
  notes,
  skip,
  ungrouped,
}: SaidOfTable): Pick<RegionCorrection, 'rowRoles'> {
  if (!totals && !groups && !notes && !skip && !ungrouped) return {};
  return {
    rowRoles: {
      ...(totals && { derived: totals }),
      ...(groups && { group: groups }),
      ...(notes && { note: notes }),
      ...(skip && { skip }),
      ...(ungrouped && { ungrouped }),
    },
  };
}

const columnsOf = ({ columns }: SaidOfTable): ColumnCorrection[] =>
  [...(columns ?? [])]
    .sort(([a], [b]) => a - b)
    .map(([source, said]) => ({
      source,
      ...said,
      // What is extracted is a number.
      ...(said.extract && !said.type && { type: 'DOUBLE' as const }),
    }));

function fieldOf(asked: AskedSheet, { name, cells, label, type, unit }: SaidOfField): ColumnCorrection {
  const [cell, ...moreCells] = cells;
  const found = typeOfField(asked, { label: label ?? cell, value: cell }, name);
  const isText = moreCells.length > 0;
  return {
    name,
    source: cell.column,
    role: 'attribute',
    type: type ?? (isText ? 'VARCHAR' : found.type),
    ...(unit ? { unit } : !isText && found.unit ? { unit: found.unit } : {}),
    cell,
    ...(label && { label }),
    ...(moreCells.length > 0 && { moreCells }),
  };
}

/** Steps count columns of the table, which begins with that of its headings. */
function stepsOf({ fill, stack, groups }: SaidOfTable, { left }: CellRange): ReshapeStep[] | undefined {
  if (fill === undefined && !stack) return undefined;
  const before = groups?.length ? 1 : 0;
  const place = (column: number) => before + Math.max(0, column - left);
  return [
    ...(fill === undefined ? [] : [{ operator: 'ffill' as const, last: place(fill) }]),
    ...(stack
      ? [
          {
            operator: 'stack' as const,
            columns: Array.from({ length: stack.right - stack.left + 1 }, (_, at) => place(stack.left + at)),
            ...(stack.skipBlanks && { blanks: 'skip' as const }),
          },
        ]
      : []),
  ];
}

/** The name of the table that stood where a part without a name of its own does. */
function nameOver(regions: readonly RegionSpec[], range: CellRange): string {
  const over = regions.filter((region) => region.kind === 'data' && overlap(region.range, range));
  return (over.find((region) => contains(range, region.range)) ?? over[0])?.name ?? '';
}

const overlap = (a: CellRange, b: CellRange) =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
