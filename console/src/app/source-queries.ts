import { queryOptions } from '@tanstack/react-query';
import { getParseSpec, getSource } from '@workbook-data-service/client/api';
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
