import {
  type Static,
  type TArray,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';

/** A field that a request may omit: the handler then receives the default. */
export type Defaulted<T extends TSchema> = TOptional<T> & { default: Static<T> };

export function withDefault<T extends TSchema>(schema: T, value: Static<T>): Defaulted<T> {
  return Type.Optional({ ...schema, default: value }) as Defaulted<T>;
}

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
