export interface CellStyle {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  /** The text colour, as #RRGGBB. */
  color?: string | undefined;
  background?: string | undefined;
  number_format?: string | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
}
