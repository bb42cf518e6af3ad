import type { LucideIcon } from 'lucide-react';

export type CommandKind = 'table' | 'column' | 'file' | 'page' | 'action' | 'workbook';

/** Something that can be gone to or done. */
export interface Command {
  id: string;
  kind: CommandKind;
  title: string;
  /** Where it is, such as the table of a column. */
  place?: string;
  Icon: LucideIcon;
  run: () => void;
}
