export interface CellStyle {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  /** Of the text, as #RRGGBB. */
  color?: string | undefined;
  background?: string | undefined;
  number_format?: string | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
}

/** Styles from the widest to the nearest: what a nearer one says holds. */
export function mergeStyles(...styles: (CellStyle | undefined)[]): CellStyle {
  return Object.assign({}, ...styles);
}
