import { type TSchema, Type } from '@sinclair/typebox';
import { withDefault } from './defaults.js';
import type { Described } from './describing.js';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const optionalNullable = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/** Ids of existing things: longer than any id ever issued. */
export const LONGEST_ID = 200;
export const Id = Type.String({ maxLength: LONGEST_ID });
/** Names of existing things; each kind of thing has its own rules for new names. */
export const LONGEST_NAME = 1000;
export const Name = Type.String({ maxLength: LONGEST_NAME });
/** The server reads no longer request line, so no parameter can be longer. */
export const LONGEST_URL = 16_384;

/**
 * Any JSON value, such as a cell. Its size is limited with that of the whole body: see `bodyBounds` of an
 * endpoint.
 */
export const anyJson = (description: string | Described) =>
  Type.Unknown({
    'x-any-json': true,
    ...(typeof description === 'string' ? { description } : description),
  });

/** An object that refuses unknown fields. */
export const strictObject = <T extends Record<string, TSchema>>(
  properties: T,
  options: { description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

export const textEnum = <const T extends readonly string[]>(
  values: T,
  options: { description?: string } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const Timestamp = Type.String({ description: 'RFC 3339, UTC' });
export const Cursor = Type.Optional(
  Type.String({ maxLength: LONGEST_URL, description: '`next_cursor` of the page before' }),
);
export const NextCursor = nullable(
  Type.String({ description: 'Pass it as `cursor` for the next page; null on the last one' }),
);
export const limit = (byDefault: number, most = 1000) =>
  withDefault(
    Type.Integer({ minimum: 1, maximum: most, description: 'Maximum number of entries in one page' }),
    byDefault,
  );
/** The paging parameters of a list. */
export const pageQuery = (byDefault: number) => Type.Object({ limit: limit(byDefault), cursor: Cursor });
export const Actor = optionalNullable(
  Type.String({ maxLength: 200, description: 'On whose behalf; recorded with the change' }),
);
/** `Actor` in a query string, which has no null. */
export const ActorText = Type.Optional(
  Type.String({ maxLength: 200, description: 'On whose behalf; recorded with the change' }),
);

/** A path parameter that is an id, never a name. */
export const idOf = (what: string) =>
  Type.String({ maxLength: LONGEST_ID, description: `The id of ${what}` });

export const WorkbookId = Type.String({
  maxLength: LONGEST_ID,
  description: 'The id of a workbook, as `wb_…`',
});

export const WorkbookParams = Type.Object({ workbook_id: WorkbookId });
export const TableParams = Type.Object({
  workbook_id: WorkbookId,
  name: Type.String({ maxLength: LONGEST_NAME, description: "The table's current name, or its id" }),
});

/** Absent if there is nothing to warn of. */
export const Warnings = Type.Optional(
  Type.Array(Type.String(), {
    description: 'That rows are shown which were influenced by columns that you may not see as they are',
  }),
);
