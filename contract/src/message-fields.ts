import { type TOptional, type TRecord, type TString, type TUnknown, Type } from '@sinclair/typebox';
import { anyJson } from './common.js';

const MessageCode = Type.String({
  maxLength: 100,
  description: 'Which sentence the text is; the same in every release',
});

const MessageParams = Type.Record(Type.String(), anyJson('A name, a number, a value, or a list of such'), {
  maxProperties: 100,
  description: 'The names, numbers and values in the sentence',
});

/** Beside a text: what it says as data. A text in the words of a library, or of an earlier release, has none. */
export const messageFields = { code: Type.Optional(MessageCode), params: Type.Optional(MessageParams) };

/** Beside a list of texts. */
export const WarningMessages = Type.Optional(
  Type.Array(Type.Object(messageFields), {
    description: 'What each of `warnings` says as data, in the same order',
  }),
);

type FieldsBeside<Field extends string> = {
  [Name in `${Field}_code`]: TOptional<TString>;
} & {
  [Name in `${Field}_params`]: TOptional<TRecord<TString, TUnknown>>;
};

/** The same beside one text of several, such as `fix_code` and `fix_params` beside `suggested_fix`. */
export const messageFieldsOf = <Field extends string>(field: Field): FieldsBeside<Field> =>
  ({
    [`${field}_code`]: Type.Optional(MessageCode),
    [`${field}_params`]: Type.Optional(MessageParams),
  }) as FieldsBeside<Field>;
