import type { Saying } from '@workbook-data-service/contract/messages/message';
import { type StoredSaying, sayingIn } from '../core/stored-saying.js';

interface Coded {
  code?: string | undefined;
  params?: Saying['params'] | undefined;
}

/** What a text says as data, beside it; nothing where it has no code. */
export function codeFields({ code, params = {} }: Coded) {
  return code === undefined ? {} : { code, params };
}

type FieldsBeside<Field extends string> = {
  [Name in `${Field}_code`]?: string;
} & {
  [Name in `${Field}_params`]?: NonNullable<Coded['params']>;
};

/** The same beside one text of several. */
export function codeFieldsOf<Field extends string>(field: Field, { code, params = {} }: Coded) {
  if (code === undefined) return {} as FieldsBeside<Field>;
  return { [`${field}_code`]: code, [`${field}_params`]: params } as FieldsBeside<Field>;
}

/** How to mend a failure, where it is known. */
type FixOf<Field extends string> = { [Name in `${Field}_fix`]?: string } & FieldsBeside<`${Field}_fix`>;

/** A text that the catalog keeps, with its code and parameters beside it; null where nothing was said. */
export function keptFields<Field extends string>(field: Field, kept: StoredSaying | null) {
  const saying = kept === null ? null : sayingIn(kept);
  return {
    [field]: saying?.text ?? null,
    ...(saying && codeFieldsOf(field, saying)),
    ...(saying?.fix && { [`${field}_fix`]: saying.fix.text, ...codeFieldsOf(`${field}_fix`, saying.fix) }),
  } as { [Name in Field]: string | null } & FieldsBeside<Field> & FixOf<Field>;
}
