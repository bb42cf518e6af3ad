import type {
  ChartBlock,
  HeadingBlock,
  SheetBlock,
  SpacerBlock,
  TableViewBlock,
  TextBlock,
} from '@workbook-data-service/client/api';

export type Block = SheetBlock;
export type Kind = Block['kind'];
export type BlockOf = {
  heading: HeadingBlock;
  text: TextBlock;
  table_view: TableViewBlock;
  chart: ChartBlock;
  spacer: SpacerBlock;
};
export type TotalFunction = NonNullable<TableViewBlock['totals']>[number]['fn'];

/** A block of a draft. Its key stays while it is edited and moved. */
export interface DraftBlock {
  key: number;
  block: Block;
}

export interface Draft {
  title: string;
  blocks: DraftBlock[];
}

export interface ReportTable {
  name: string;
  columns: { name: string; type: string }[];
}

export const kinds = ['heading', 'text', 'table_view', 'chart', 'spacer'] as const satisfies readonly Kind[];

/** Keys are compared within one draft. */
const nextKey = (blocks: readonly DraftBlock[]): number => Math.max(0, ...blocks.map(({ key }) => key)) + 1;

export function draftOf({ title, spec }: { title: string | null; spec: { blocks: Block[] } }): Draft {
  return { title: title ?? '', blocks: spec.blocks.map((block, key) => ({ key: key + 1, block })) };
}

/** What is saved of a draft. */
export const requestOf = ({ title, blocks }: Draft) => ({
  title: title.trim() === '' ? null : title,
  spec: { blocks: blocks.map(({ block }) => block) },
});

export function inserted(blocks: readonly DraftBlock[], at: number, block: Block): DraftBlock[] {
  return blocks.toSpliced(at, 0, { key: nextKey(blocks), block });
}

/** With the block at one place moved to another; the same list if there is no such place. */
export function moved(blocks: DraftBlock[], from: number, to: number): DraftBlock[] {
  const block = blocks[from];
  if (!block || to < 0 || to >= blocks.length || from === to) return blocks;
  return blocks.toSpliced(from, 1).toSpliced(to, 0, block);
}

const isNumber = (type: string): boolean => /INT|DECIMAL|DOUBLE|FLOAT/i.test(type);
const isMoment = (type: string): boolean => /^(DATE|TIME)/i.test(type);

/** Which totals a column can have. */
export function totalsFor(type: string): TotalFunction[] {
  if (isNumber(type)) return ['sum', 'avg', 'count', 'min', 'max'];
  return isMoment(type) ? ['count', 'min', 'max'] : ['count'];
}

/** The view as it goes on with another table: the columns of the former one mean nothing there. */
export const viewOf = (
  table: string,
  { title, limit, show_header }: Partial<TableViewBlock> = {},
): TableViewBlock => ({
  kind: 'table_view',
  table,
  title: title ?? null,
  limit: limit ?? null,
  show_header: show_header ?? true,
});

/** The order of a view as a list, however it was written. */
export function orderOf({ order_by }: TableViewBlock): string[] {
  if (typeof order_by === 'string') return order_by.split(',').map((term) => term.trim());
  return order_by ?? [];
}

/** A report to begin with: everything of one table. */
export const blocksFor = (table: string): Block[] => [
  { kind: 'heading', text: table, level: 1 },
  viewOf(table),
];

/** The place of the block that a refusal is about. */
export function refusedBlock(error: unknown): number | undefined {
  const [first] = (error as { errors?: { path: string }[] } | null)?.errors ?? [];
  const place = /^\/spec\/blocks\/(\d+)(\/|$)/.exec(first?.path ?? '')?.[1];
  return place === undefined ? undefined : Number(place);
}
