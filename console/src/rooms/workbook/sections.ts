import { FileSpreadsheet, House, SquareTerminal } from 'lucide-react';

/** The pages of a workbook, in the order in which they are listed beside the open one. */
export const sections = [
  { to: '/workbooks/$workbookId', Icon: House, title: { en: 'Overview', ja: '概要' } },
  { to: '/workbooks/$workbookId/files', Icon: FileSpreadsheet, title: { en: 'Files', ja: 'ファイル' } },
  { to: '/workbooks/$workbookId/query', Icon: SquareTerminal, title: { en: 'SQL', ja: 'SQL' } },
] as const;
