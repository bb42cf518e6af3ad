import {
  ChartColumn,
  Columns3,
  FileSpreadsheet,
  GitBranch,
  type LucideIcon,
  Milestone,
  Notebook,
  Pencil,
  RotateCcw,
  ShieldCheck,
  Sigma,
  StickyNote,
  Table2,
  Undo2,
  Workflow,
} from 'lucide-react';
import type { OpGroup } from '../../app/op-names.js';
import styles from './history.module.css';

const icons: Record<OpGroup, LucideIcon> = {
  rows: Pencil,
  overrides: Pencil,
  column: Columns3,
  formula: Sigma,
  table: Table2,
  annotations: StickyNote,
  source: FileSpreadsheet,
  file: FileSpreadsheet,
  branch: GitBranch,
  transform: Workflow,
  snapshot: RotateCcw,
  version: Milestone,
  sheet: Notebook,
  chart: ChartColumn,
  policy: ShieldCheck,
  workbook: Notebook,
  op: Undo2,
};

export function OpIcon({ kind }: { kind: string }) {
  const Icon = icons[kind.split('.')[0] as OpGroup] ?? Pencil;
  return <Icon aria-hidden className={styles.icon} />;
}
