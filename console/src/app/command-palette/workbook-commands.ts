import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Columns3,
  Download,
  FileSpreadsheet,
  FileUp,
  Globe,
  HardDrive,
  Plus,
  Sigma,
  Table2,
} from 'lucide-react';
import { type Language, usePreferences } from '../../preferences.js';
import { useText } from '../../text/text.js';
import { useHasDrives } from '../drives.js';
import { recentTables } from '../recent-tables.js';
import { serviceUrl } from '../service.js';
import { tableTitle } from '../table-names.js';
import { chooseFiles } from '../uploads/choose-files.js';
import { useUploadHere } from '../uploads/use-upload-here.js';
import { useRights } from '../use-rights.js';
import { sourcesQuery, tablesQuery } from '../workbook-queries.js';
import { sectionGroups } from '../workbook-sections.js';
import type { Command } from './command.js';
import { texts } from './texts.js';

/** What there is in the workbook that is open, and what can be done there; nothing outside of one. */
export function useWorkbookCommands(workbookId: string | undefined): Command[] {
  const text = useText(texts);
  const navigate = useNavigate();
  const { language } = usePreferences();
  const { mayWrite } = useRights(workbookId ?? '');
  const { upload } = useUploadHere();
  const hasDrives = useHasDrives();
  const isOpen = workbookId !== undefined;
  const tables = useQuery({ ...tablesQuery(workbookId ?? ''), enabled: isOpen }).data?.artifacts ?? [];
  const files = useQuery({ ...sourcesQuery(workbookId ?? ''), enabled: isOpen }).data?.sources ?? [];
  if (workbookId === undefined) return [];
  const recent = recentTables(workbookId);
  const params = { workbookId };
  const openTable = (table: string, column?: string) =>
    void navigate({
      to: '/workbooks/$workbookId/tables/$table',
      params: { workbookId, table },
      search: column === undefined ? {} : { row: 1, column },
    });
  const place = (name: string): number => (recent.indexOf(name) + recent.length + 1) % (recent.length + 1);
  return [
    ...[...tables]
      .sort((a, b) => place(a.name) - place(b.name))
      .map(
        ({ name, layer }): Command => ({
          id: `table ${name}`,
          kind: 'table',
          ...tableTexts(name, language),
          Icon: layer === 'derived' ? Sigma : Table2,
          run: () => openTable(name),
        }),
      ),
    ...sectionGroups.flatMap((group) =>
      group.sections.map(
        ({ to, Icon, title }): Command => ({
          id: `page ${to}`,
          kind: 'page',
          title: title[language],
          place: group.title[language],
          Icon,
          run: () => void navigate({ to, params }),
        }),
      ),
    ),
    ...files.map(
      ({ id, name, filename }): Command => ({
        id: `file ${id}`,
        kind: 'file',
        title: filename,
        Icon: FileSpreadsheet,
        run: () =>
          void navigate({ to: '/workbooks/$workbookId/files/$source', params: { workbookId, source: name } }),
      }),
    ),
    ...tables.flatMap(({ name, schema }) =>
      (schema ?? []).map(
        (column): Command => ({
          id: `column ${name} ${column.name}`,
          kind: 'column',
          title: column.name,
          place: tableTitle(name, language),
          Icon: Columns3,
          run: () => openTable(name, column.name),
        }),
      ),
    ),
    ...(mayWrite ? changes() : []),
    ...(tables.length > 0
      ? [
          {
            id: 'download',
            kind: 'action' as const,
            title: text.download,
            Icon: Download,
            run: () =>
              location.assign(serviceUrl(`/api/v1/workbooks/${workbookId}/export`, { format: 'xlsx' })),
          },
        ]
      : []),
  ];

  function changes(): Command[] {
    const to = '/workbooks/$workbookId/transforms' as const;
    const filesOf = '/workbooks/$workbookId/files' as const;
    const actions: Omit<Command, 'kind'>[] = [
      { id: 'upload', title: text.upload, Icon: FileUp, run: () => chooseFiles(upload) },
      {
        id: 'new-table',
        title: text.newTable,
        Icon: Plus,
        run: () => void navigate({ to: '/workbooks/$workbookId', params, search: { new: 'table' } }),
      },
      {
        id: 'new-sql',
        title: text.newSql,
        Icon: Sigma,
        run: () => void navigate({ to, params, search: { new: 'sql' } }),
      },
      {
        id: 'new-python',
        title: text.newPython,
        Icon: Sigma,
        run: () => void navigate({ to, params, search: { new: 'python' } }),
      },
      ...(hasDrives
        ? [
            {
              id: 'from-drive',
              title: text.fromDrive,
              Icon: HardDrive,
              run: () => void navigate({ to: filesOf, params, search: { tab: 'drives' } }),
            },
          ]
        : []),
      {
        id: 'from-address',
        title: text.fromAddress,
        Icon: Globe,
        run: () => void navigate({ to: filesOf, params, search: { tab: 'address' } }),
      },
    ];
    return actions.map((action) => ({ ...action, kind: 'action' }));
  }
}

/** A table of a report is found by what it is, and by its name. */
function tableTexts(name: string, language: Language): Pick<Command, 'title' | 'place'> {
  const title = tableTitle(name, language);
  return title === name ? { title } : { title, place: name };
}
