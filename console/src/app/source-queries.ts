import { queryOptions, useQueries } from '@tanstack/react-query';
import { getParseSpec, getSource, type Source, type SourceDetail } from '@workbook-data-service/client/api';
import { service } from './service.js';

/** A file of a workbook, as its endpoints name it. */
export interface SourcePlace {
  workbook_id: string;
  source_name: string;
}

const keyOf = ({ workbook_id, source_name }: SourcePlace) => [
  'workbook',
  workbook_id,
  'sources',
  source_name,
];

export const parseSpecKey = (place: SourcePlace) => [...keyOf(place), 'parse-spec'];

export const sourceQuery = (place: SourcePlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'detail'],
    queryFn: ({ signal }) => getSource(service, { path: place, signal }),
  });

export const parseSpecQuery = (place: SourcePlace) =>
  queryOptions({
    queryKey: parseSpecKey(place),
    queryFn: ({ signal }) => getParseSpec(service, { path: place, signal }),
  });

/** Files of a list whose reading is told there; the pages of the others tell it. */
const DETAILED = 20;

/** How the first of the files were read, as far as that is known yet. */
export function useSourceDetails(workbookId: string, sources: readonly Source[]): SourceDetail[] {
  return useQueries({
    queries: sources.slice(0, DETAILED).map(({ id }) => ({
      queryKey: ['workbook', workbookId, 'sources', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        getSource(service, { path: { workbook_id: workbookId, source_name: id }, signal }),
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}
