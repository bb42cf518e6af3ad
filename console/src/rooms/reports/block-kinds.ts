import { ChartColumn, Heading, Pilcrow, Space, Table2 } from 'lucide-react';

export const kindIcons = {
  heading: Heading,
  text: Pilcrow,
  table_view: Table2,
  chart: ChartColumn,
  spacer: Space,
};
