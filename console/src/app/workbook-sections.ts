import {
  ArrowLeftRight,
  CalendarClock,
  ChartColumn,
  FileSpreadsheet,
  History,
  House,
  Milestone,
  NotepadText,
  ScanSearch,
  ScrollText,
  ShieldCheck,
  Sigma,
  Split,
  SquareTerminal,
  TableProperties,
  Workflow,
} from 'lucide-react';

/** The pages of a workbook by what they are for, in the order in which they are listed beside the open one. */
export const sectionGroups = [
  {
    id: 'data',
    title: { en: 'Data', ja: 'データ' },
    sections: [
      { to: '/workbooks/$workbookId', Icon: House, title: { en: 'Overview', ja: '概要' } },
      { to: '/workbooks/$workbookId/files', Icon: FileSpreadsheet, title: { en: 'Files', ja: 'ファイル' } },
      {
        to: '/workbooks/$workbookId/schedules',
        Icon: CalendarClock,
        title: { en: 'Schedules', ja: 'スケジュール' },
      },
    ],
  },
  {
    id: 'analyse',
    title: { en: 'Analyse', ja: '集計とグラフ' },
    sections: [
      { to: '/workbooks/$workbookId/summarise', Icon: Sigma, title: { en: 'Summarise', ja: '集計' } },
      { to: '/workbooks/$workbookId/query', Icon: SquareTerminal, title: { en: 'SQL', ja: 'SQL' } },
      {
        to: '/workbooks/$workbookId/transforms',
        Icon: TableProperties,
        title: { en: 'Derived tables', ja: '派生表' },
      },
      { to: '/workbooks/$workbookId/charts', Icon: ChartColumn, title: { en: 'Charts', ja: 'グラフ' } },
      { to: '/workbooks/$workbookId/lineage', Icon: Workflow, title: { en: 'Lineage', ja: '来歴' } },
    ],
  },
  {
    id: 'share',
    title: { en: 'Share', ja: '共有' },
    sections: [
      { to: '/workbooks/$workbookId/reports', Icon: NotepadText, title: { en: 'Reports', ja: 'レポート' } },
      {
        to: '/workbooks/$workbookId/exchange',
        Icon: ArrowLeftRight,
        title: { en: 'Excel and back', ja: 'Excel 連携' },
      },
    ],
  },
  {
    id: 'history',
    title: { en: 'History', ja: '履歴' },
    sections: [
      { to: '/workbooks/$workbookId/versions', Icon: Milestone, title: { en: 'Versions', ja: 'バージョン' } },
      { to: '/workbooks/$workbookId/changes', Icon: History, title: { en: 'Changes', ja: '変更履歴' } },
      { to: '/workbooks/$workbookId/conflicts', Icon: Split, title: { en: 'Conflicts', ja: '競合' } },
    ],
  },
  {
    id: 'govern',
    title: { en: 'Govern', ja: '管理' },
    sections: [
      { to: '/workbooks/$workbookId/review', Icon: ScanSearch, title: { en: 'Review', ja: 'レビュー' } },
      {
        to: '/workbooks/$workbookId/governance',
        Icon: ShieldCheck,
        title: { en: 'Governance', ja: 'ガバナンス' },
      },
      {
        to: '/workbooks/$workbookId/audit-log',
        Icon: ScrollText,
        title: { en: 'Audit log', ja: '監査ログ' },
      },
    ],
  },
] as const;
