import type { Static, TArray, TObject, TOptional, TProperties, TSchema } from '@sinclair/typebox';
import type { Defaulted } from './defaults.js';

/** A request as the handler receives it, with defaults filled in; `Static` is what a client may send. */
export type Received<T extends TSchema> =
  T extends TObject<infer Fields>
    ? ReceivedFields<Fields>
    : T extends TArray<infer Item>
      ? Received<Item>[]
      : Static<T>;

type ReceivedFields<Fields extends TProperties> = {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? never : Name]: Received<Fields[Name]>;
} & {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? Name : never]?: Received<Fields[Name]>;
};

type MayBeAbsent<Field> =
  Field extends Defaulted<TSchema> ? false : Field extends TOptional<TSchema> ? true : false;
