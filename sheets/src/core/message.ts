/** What fills a gap of a sentence. */
export type Param = string | number | boolean | null | readonly Param[] | { readonly [name: string]: Param };

export type Params = Readonly<Record<string, Param>>;

/** Something that is said: data, and the English sentence that is made of it. */
export interface Message {
  code: string;
  params: Params;
  text: string;
}

/** A sentence that may have no code, as those of earlier releases. */
export interface Saying {
  text: string;
  code?: string;
  params?: Params;
}

/** A gap of a sentence that another message fills: its text, and as data. */
interface Why {
  why: string;
  why_code: string;
  why_params: Params;
}

export const whyOf = ({ text, code, params }: Message): Why => ({
  why: text,
  why_code: code,
  why_params: params,
});

type Sentences = Readonly<Record<string, (params: never) => string>>;

type GivenTo<Sentence> = Sentence extends (params: infer Given) => string ? Given : never;

/** No argument where a sentence has no gap. */
type Arguments<Given> = unknown extends Given ? [] : [params: Given];

/** The parameters of each code of a book. */
export type ParamsOf<Book extends Sentences> = {
  [Code in keyof Book]: Arguments<GivenTo<Book[Code]>> extends [infer Given] ? Given : Record<string, never>;
};

export type Say<Book, Result = Message> = <Code extends keyof Book & string>(
  code: Code,
  ...given: Arguments<GivenTo<Book[Code]>>
) => Result;

/** Says what a book has sentences for; the compiler checks the parameters. */
export const sayFrom =
  <Book extends Sentences>(book: Book): Say<Book> =>
  (code, ...given) => {
    const params = (given[0] ?? {}) as Params;
    return { code, params, text: (book[code] as unknown as (params: Params) => string)(params) };
  };
