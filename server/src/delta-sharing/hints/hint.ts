/** A condition that rows of a client's query fulfil, as far as it is understood. */
export type Hint =
  | { is: 'compare'; column: string; how: Comparison; value: HintValue }
  | { is: 'empty'; column: string }
  | { is: 'and' | 'or'; of: Hint[] }
  | { is: 'not'; of: Hint }
  /** It may be anything. */
  | { is: 'unknown' };

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

export interface HintValue {
  kind: 'number' | 'text' | 'date' | 'timestamp';
  text: string;
}

export const unknown: Hint = { is: 'unknown' };

/** A comparison whose sides were given the other way round. */
export const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
