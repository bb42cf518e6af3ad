import { quotedName } from '../../app/sql/sql-tokens.js';
import type { Group, Measure, Recipe } from './recipe.js';

export interface Column {
  name: string;
  type: string;
}

/** The tables of a recipe with their columns. */
interface Tables {
  main: readonly Column[];
  joined: readonly Column[];
}

/** Columns that a recipe can group by and count: those of its table, of the joined one, and those that are calculated. */
export function preparedColumns(recipe: Recipe, { main, joined }: Tables): Column[] {
  return [
    ...main,
    ...joinedColumns(recipe, { main, joined }).map(({ name, type }) => ({ name, type })),
    ...recipe.calculated.map(({ name }) => ({ name, type: 'DOUBLE' })),
  ];
}

/** Without the one by which it is joined, and under names that are free. */
function joinedColumns({ join }: Recipe, { main, joined }: Tables): (Column & { of: string })[] {
  if (!join) return [];
  const taken = new Set(main.map(({ name }) => name.toLowerCase()));
  return joined
    .filter(({ name }) => name !== join.right)
    .map(({ name, type }) => ({
      of: name,
      type,
      name: taken.has(name.toLowerCase()) ? `${join.table} ${name}` : name,
    }));
}

/** What the columns of a result are called: `sum of amount`, `month of day`. */
export interface ColumnNames {
  rows: string;
  of: Record<Measure['how'] | NonNullable<Group['part']>, (column: string) => string>;
}

const measureName = ({ column, how }: Measure, { of, rows }: ColumnNames): string =>
  column === '' ? rows : of[how](column);
const groupName = ({ column, part }: Group, { of }: ColumnNames): string =>
  part ? of[part](column) : column;

/** The statement that makes what the recipe says. `values` are those of the column that goes across. */
export function recipeSql(
  recipe: Recipe,
  tables: Tables,
  names: ColumnNames,
  values: readonly unknown[] = [],
): string {
  const isSummed = recipe.group.length > 0 || recipe.measures.length > 0 || recipe.across !== undefined;
  const isPrepared = recipe.join !== undefined || recipe.calculated.length > 0;
  const prepared = preparedSql(recipe, tables);
  if (!isSummed) return isPrepared ? prepared : `select *\nfrom ${quotedName(recipe.table)}`;
  const summed = summedSql(recipe, isPrepared ? 'prepared' : quotedName(recipe.table), names, values);
  return isPrepared ? `with prepared as (\n${indented(prepared)}\n)\n${summed}` : summed;
}

/** The values that a recipe has as columns, in their order. */
export function acrossSql(recipe: Recipe & { across: string }, tables: Tables, limit: number): string {
  const column = quotedName(recipe.across);
  return `with prepared as (\n${indented(preparedSql(recipe, tables))}\n)
select distinct ${column} as value\nfrom prepared\nwhere ${column} is not null\norder by value\nlimit ${limit}`;
}

/** Rows of the table with the columns of the other one; formulas stand outside of both, so that names are plain in them. */
function preparedSql(recipe: Recipe, tables: Tables): string {
  const { table, join, calculated } = recipe;
  const joined = join
    ? [
        `select\n  ${['main.*', ...joinedColumns(recipe, tables).map(asColumn)].join(',\n  ')}`,
        `from ${quotedName(table)} as main`,
        `left join ${quotedName(join.table)} as other on main.${quotedName(join.left)} = other.${quotedName(join.right)}`,
      ].join('\n')
    : undefined;
  if (calculated.length === 0) return joined ?? `select *\nfrom ${quotedName(table)}`;
  const formulas = calculated.map(({ name, formula }) => `${formula} as ${quotedName(name)}`);
  const from = joined ? `(\n${indented(joined)}\n) as joined` : quotedName(table);
  return `select\n  ${['*', ...formulas].join(',\n  ')}\nfrom ${from}`;
}

const asColumn = ({ name, of }: { name: string; of: string }): string =>
  `other.${quotedName(of)}${name === of ? '' : ` as ${quotedName(name)}`}`;

function summedSql(
  { group, measures, across }: Recipe,
  from: string,
  names: ColumnNames,
  values: readonly unknown[],
): string {
  const groups = group.map((one) => {
    const column = quotedName(one.column);
    return one.part
      ? `cast(date_trunc('${one.part}', ${column}) as date) as ${quotedName(groupName(one, names))}`
      : column;
  });
  const counted: Measure[] = measures.length > 0 ? measures : [{ column: '', how: 'count' }];
  const sums =
    across === undefined
      ? counted.map((measure) => `${measureSql(measure)} as ${quotedName(measureName(measure, names))}`)
      : values.flatMap((value) =>
          counted.map((measure) => {
            const name =
              counted.length > 1 ? `${String(value)} ${measureName(measure, names)}` : String(value);
            const only = `filter (where ${quotedName(across)} = ${literalOf(value)})`;
            return `${measureSql(measure)} ${only} as ${quotedName(name)}`;
          }),
        );
  const selected = [...groups, ...sums];
  const ordered = group.map((one) => quotedName(groupName(one, names))).join(', ');
  return [
    `select\n  ${(selected.length > 0 ? selected : ['count(*) as rows']).join(',\n  ')}`,
    `from ${from}`,
    ...(group.length > 0 ? ['group by all', `order by ${ordered}`] : []),
  ].join('\n');
}

function measureSql({ column, how }: Measure): string {
  if (column === '') return 'count(*)';
  return how === 'distinct' ? `count(distinct ${quotedName(column)})` : `${how}(${quotedName(column)})`;
}

function literalOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}

const indented = (sql: string): string => sql.replace(/^/gm, '  ');
