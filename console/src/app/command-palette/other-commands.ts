import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { search } from '@workbook-data-service/client/api';
import { BookOpen, FileUp, Languages, LogOut, Plus, SunMoon, Table2 } from 'lucide-react';
import { useDeferredValue } from 'react';
import { setPreferences, themes, usePreferences } from '../../preferences.js';
import { useText } from '../../text/text.js';
import { workbooksQuery } from '../list-workbooks.js';
import { service } from '../service.js';
import { useSettingsSections } from '../settings-sections.js';
import { signOut } from '../sign-out.js';
import { chooseFiles } from '../uploads/choose-files.js';
import { useUploadHere } from '../uploads/use-upload-here.js';
import type { Command } from './command.js';
import { texts } from './texts.js';

/** What there is outside of the workbook that is open. */
export function useOtherCommands(workbookId: string | undefined): Command[] {
  const text = useText(texts);
  const navigate = useNavigate();
  const { language, theme } = usePreferences();
  const { upload, mayUpload } = useUploadHere();
  const workbooks = useQuery(workbooksQuery).data ?? [];
  const settingsSections = useSettingsSections();
  const action = (id: string, title: string, Icon: Command['Icon'], run: () => void): Command => ({
    id,
    kind: 'action',
    title,
    Icon,
    run,
  });
  return [
    {
      id: 'page /workbooks',
      kind: 'page',
      title: text.workbooks,
      Icon: BookOpen,
      run: () => void navigate({ to: '/workbooks' }),
    },
    ...workbooks
      .filter(({ id }) => id !== workbookId)
      .map(
        ({ id, title }): Command => ({
          id: `workbook ${id}`,
          kind: 'workbook',
          title,
          Icon: BookOpen,
          run: () => void navigate({ to: '/workbooks/$workbookId', params: { workbookId: id } }),
        }),
      ),
    ...(workbookId === undefined && mayUpload
      ? [action('upload', text.upload, FileUp, () => chooseFiles(upload))]
      : []),
    action(
      'new-workbook',
      text.newWorkbook,
      Plus,
      () => void navigate({ to: '/workbooks', search: { new: 'workbook' } }),
    ),
    ...settingsSections.map(
      ({ to, Icon, title }): Command => ({
        id: `page ${to}`,
        kind: 'page',
        title: title[language],
        place: text.settings,
        Icon,
        run: () => void navigate({ to }),
      }),
    ),
    ...themes
      .filter((one) => one !== theme)
      .map((one) => action(`theme ${one}`, text[one], SunMoon, () => setPreferences({ theme: one }))),
    language === 'ja'
      ? action('language', text.english, Languages, () => setPreferences({ language: 'en' }))
      : action('language', text.japanese, Languages, () => setPreferences({ language: 'ja' })),
    action('sign-out', text.signOut, LogOut, () => void signOut()),
  ];
}

/** Tables of other workbooks that have the words. */
export function useTablesElsewhere(workbookId: string | undefined, typed: string): Command[] {
  const navigate = useNavigate();
  const words = useDeferredValue(typed.trim());
  const titles = useQuery(workbooksQuery).data ?? [];
  const { data } = useQuery({
    queryKey: ['search', words, 'palette'],
    queryFn: ({ signal }) => search(service, { query: { q: words, limit: 10 }, signal }),
    enabled: words.length > 1,
    placeholderData: (previous) => (words.length > 1 ? previous : undefined),
  });
  return (data?.artifacts ?? []).flatMap(({ id, name, workbook_id }): Command[] => {
    if (workbook_id === null || workbook_id === workbookId) return [];
    return [
      {
        id: `elsewhere ${id}`,
        kind: 'table',
        title: name,
        place: titles.find((workbook) => workbook.id === workbook_id)?.title ?? '',
        Icon: Table2,
        run: () =>
          void navigate({
            to: '/workbooks/$workbookId/tables/$table',
            params: { workbookId: workbook_id, table: name },
          }),
      },
    ];
  });
}
