/** What is to be made of a table, as it is chosen in fields. It stands in the address, so that it can be shared. */
export interface Recipe {
  table: string;
  join?: Join | undefined;
  calculated: Calculated[];
  group: Group[];
  measures: Measure[];
  /** A column whose values become columns. */
  across?: string | undefined;
}

/** Columns of another table, of its rows that have the same value. */
interface Join {
  table: string;
  /** Of the table that is summarised. */
  left: string;
  /** Of the other one. */
  right: string;
}

export interface Calculated {
  name: string;
  formula: string;
}

export const dateParts = ['year', 'quarter', 'month', 'week', 'day'] as const;
export interface Group {
  column: string;
  /** Of a date: the part by which it is grouped; absent for the value itself. */
  part?: (typeof dateParts)[number] | undefined;
}

export const measureKinds = ['sum', 'avg', 'min', 'max', 'median', 'count', 'distinct'] as const;
type MeasureKind = (typeof measureKinds)[number];
export interface Measure {
  /** Empty: of `count`, all rows. */
  column: string;
  how: MeasureKind;
}

interface RecipeSearch {
  table?: string | undefined;
  recipe?: Partial<Omit<Recipe, 'table'>> | undefined;
}

/** Links come from anywhere, so that what makes no sense in them is dropped. */
export function recipeSearch({ table, recipe }: Record<string, unknown>): RecipeSearch {
  const given = isObject(recipe) ? recipe : {};
  const join =
    isObject(given.join) && hasTexts(given.join, ['table', 'left', 'right']) ? given.join : undefined;
  const list = <One>(value: unknown, isOne: (one: Record<string, unknown>) => boolean): One[] =>
    Array.isArray(value) ? (value.filter((one) => isObject(one) && isOne(one)) as One[]) : [];
  const calculated = list<Calculated>(given.calculated, (one) => hasTexts(one, ['name', 'formula']));
  const group = list<Group>(
    given.group,
    (one) => hasTexts(one, ['column']) && (one.part === undefined || isOf(dateParts, one.part)),
  );
  const measures = list<Measure>(
    given.measures,
    (one) => hasTexts(one, ['column']) && isOf(measureKinds, one.how),
  );
  const across = typeof given.across === 'string' && given.across !== '' ? given.across : undefined;
  const isEmpty = !join && !across && [calculated, group, measures].every(({ length }) => length === 0);
  return {
    table: typeof table === 'string' && table !== '' ? table : undefined,
    recipe: isEmpty
      ? undefined
      : {
          ...(join && { join: join as unknown as Join }),
          ...(calculated.length > 0 && { calculated }),
          ...(group.length > 0 && { group }),
          ...(measures.length > 0 && { measures }),
          ...(across !== undefined && { across }),
        },
  };
}

export const recipeOf = (table: string, recipe: RecipeSearch['recipe']): Recipe => ({
  table,
  calculated: [],
  group: [],
  measures: [],
  ...recipe,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasTexts = (value: Record<string, unknown>, names: string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');
const isOf = (all: readonly string[], value: unknown): boolean => all.includes(value as string);
