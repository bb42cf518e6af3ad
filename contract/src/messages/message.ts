import { type Edge, httpEdge } from './edge.js';

/** What fills a gap of a sentence. */
export type Param = string | number | boolean | null | readonly Param[] | { readonly [name: string]: Param };

export type Params = Readonly<Record<string, Param>>;

/** Something that the service says: data, and the English sentence that is made of it. */
export interface Message {
  code: string;
  params: Params;
  text: string;
}

/** A sentence that may have no code: the words of a library, a model, or an earlier release. */
export interface Saying {
  text: string;
  code?: string;
  params?: Params;
}

/** An English sentence for each code, made of its parameters. One that names operations asks the edge for their names. */
export type Sentences = Readonly<Record<string, (params: never, edge: Edge) => string>>;

type GivenTo<Sentence> = Sentence extends (params: infer Given, ...rest: never[]) => string ? Given : never;

/** No argument where a sentence has no gap. */
type Arguments<Given> = unknown extends Given ? [] : [Given] extends [undefined] ? [] : [params: Given];

/** The parameters of each code of a book. */
export type ParamsOf<Book extends Sentences> = {
  [Code in keyof Book]: Arguments<GivenTo<Book[Code]>> extends [infer Given] ? Given : Record<string, never>;
};

/** The codes of a book whose sentences name operations. */
export type OperationCodesOf<Book extends Sentences> = {
  [Code in keyof Book]: Parameters<Book[Code]>['length'] extends 2 ? Code : never;
}[keyof Book];

/** Says what a book has sentences for; the compiler checks the parameters. */
export type Say<Book, Result = Message> = <Code extends keyof Book & string>(
  code: Code,
  ...given: Arguments<GivenTo<Book[Code]>>
) => Result;

export const sayFrom =
  <Book extends Sentences>(book: Book): Say<Book> =>
  (code, ...given) => {
    const params = (given[0] ?? {}) as Params;
    return { code, params, text: sentence(book, code, params, httpEdge) };
  };

export function sentence(book: Sentences, code: string, params: Params, edge: Edge): string {
  return (book[code] as (params: Params, edge: Edge) => string)(params, edge);
}
