/** The look of a cell, as far as it is defined. */
export interface CellLook {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  /** The text colour, as #RRGGBB. */
  color?: string | undefined;
  background?: string | undefined;
  /** A format code such as `#,##0.00`. */
  numberFormat?: string | undefined;
  /** Whether a text may take several lines. */
  wrap?: boolean | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
}
