import { ChartColumn, FileSpreadsheet, FileText, Grid3x3, Sigma, Table2 } from 'lucide-react';

export const nodeIcons = {
  source: FileSpreadsheet,
  raw_table: Grid3x3,
  table: Table2,
  transform: Sigma,
  chart: ChartColumn,
  sheet: FileText,
};
