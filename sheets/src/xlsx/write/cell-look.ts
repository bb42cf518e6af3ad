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
  /** Blank beside the edge that the text is aligned to, in steps of about three spaces. */
  indent?: number | undefined;
  /** Where the text is if the row is higher than it; by default at the bottom. */
  verticalAlign?: 'top' | 'center' | undefined;
  /** The size of the text in points. */
  size?: number | undefined;
  /** The colours of thin lines above and below the cell. */
  lineAbove?: string | undefined;
  lineBelow?: string | undefined;
}
