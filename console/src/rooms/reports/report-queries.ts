import { queryOptions } from '@tanstack/react-query';
import {
  getSheet,
  listCharts,
  listSheets,
  type PreviewPart,
  previewSheet,
} from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { type Draft, refusedBlock, requestOf } from './blocks.js';

export const reportsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'sheets'],
    queryFn: ({ signal }) =>
      listSheets(service, { path: { workbook_id: workbookId }, query: { limit: 1000 }, signal }),
  });

export const reportQuery = (workbookId: string, name: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'sheets', name],
    queryFn: ({ signal }) => getSheet(service, { path: { workbook_id: workbookId, name }, signal }),
  });

export const chartsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'charts', 'all'],
    queryFn: ({ signal }) =>
      listCharts(service, { path: { workbook_id: workbookId }, query: { limit: 1000 }, signal }),
  });

export interface Preview {
  language: 'en' | 'ja';
  /** What comes of each block, by its key. */
  parts: ReadonlyMap<number, PreviewPart[]>;
  /** Why nothing comes of a block. */
  faults: ReadonlyMap<number, unknown>;
}

export const previewQuery = (workbookId: string, draft: Draft) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'sheet-preview', draft],
    queryFn: ({ signal }) => previewOf(workbookId, draft, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Blocks that are refused are left out, each with its reason, so that the others are shown nonetheless. */
async function previewOf(workbookId: string, draft: Draft, signal: AbortSignal): Promise<Preview> {
  const faults = new Map<number, unknown>();
  let { blocks } = draft;
  for (;;) {
    try {
      const { language, blocks: shown } = await previewSheet(service, {
        path: { workbook_id: workbookId },
        body: requestOf({ ...draft, blocks }),
        isRepeatable: true,
        signal,
      });
      return { language, parts: new Map(blocks.map(({ key }, place) => [key, shown[place] ?? []])), faults };
    } catch (error) {
      const refused = blocks[refusedBlock(error) ?? -1];
      if (!refused) throw error;
      faults.set(refused.key, error);
      blocks = blocks.filter((one) => one !== refused);
    }
  }
}
