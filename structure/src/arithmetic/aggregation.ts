/** A difference is expressed as the inverse sum: `profit = sales - cost` is `sales = profit + cost`. */
export type Operator = 'Sum' | 'Average' | 'Division' | 'RelativeChange';

/** Several fields of a table (see NumberTable), one of which follows from the others in every record. */
export interface Pattern {
  operator: Operator;
  target: number;
  parts: readonly number[];
  /** 100 where the file states percents of a ratio. */
  factor: 1 | 100;
  /** How unusual this arrangement is, in bits: the evidence must outweigh it. */
  surprise: number;
}

export function patternKey({ operator, target, parts }: Pattern): string {
  return `${operator} ${target}=${parts.join()}`;
}
