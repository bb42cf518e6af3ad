/** How a cell looks, as far as anything is said of it. */
export interface CellLook {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  /** Of the text, as #RRGGBB. */
  color?: string | undefined;
  background?: string | undefined;
  /** A format code such as `#,##0.00`. */
  numberFormat?: string | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
}
