import { queryOptions } from '@tanstack/react-query';
import {
  createChartLink,
  createSheetLink,
  endChartLink,
  endSheetLink,
  listChartLinks,
  listSheetLinks,
  listSnapshots,
} from '@workbook-data-service/client/api';
import { service } from '../service.js';

/** A report or chart that is shared by links. */
export interface SharedPage {
  workbookId: string;
  kind: 'sheet' | 'chart';
  name: string;
}

/** The endpoints of the links of each kind of page. */
export const linkCalls = {
  sheet: { list: listSheetLinks, create: createSheetLink, end: endSheetLink },
  chart: { list: listChartLinks, create: createChartLink, end: endChartLink },
} as const;

export const pathOf = ({ workbookId, name }: SharedPage) => ({ workbook_id: workbookId, name });

/** A page has no more links than are asked for. */
export const pageLinksQuery = (page: SharedPage) =>
  queryOptions({
    queryKey: ['workbook', page.workbookId, 'page-links', page.kind, page.name],
    queryFn: ({ signal }) =>
      linkCalls[page.kind].list(service, { path: pathOf(page), query: { limit: 100 }, signal }),
  });

/** The labels of versions to which a link can be pinned, newest first. */
export const versionLabelsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'snapshots', 'labels'],
    queryFn: async ({ signal }) => {
      const query = { limit: 100 };
      const { snapshots } = await listSnapshots(service, {
        path: { workbook_id: workbookId },
        query,
        signal,
      });
      return snapshots.flatMap(({ label }) => label ?? []);
    },
  });
