export interface CellStyle {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  /** The text colour, as #RRGGBB. */
  color?: string;
  background?: string;
  number_format?: string;
  align?: 'left' | 'center' | 'right';
}
