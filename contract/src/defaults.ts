import { type Static, type TOptional, type TSchema, Type } from '@sinclair/typebox';

/** A field that a request may omit: the handler then receives the default. */
export type Defaulted<T extends TSchema> = TOptional<T> & { default: Static<T> };

export function withDefault<T extends TSchema>(schema: T, value: Static<T>): Defaulted<T> {
  return Type.Optional({ ...schema, default: value }) as Defaulted<T>;
}
