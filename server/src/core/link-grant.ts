/** The reads that a signed link can open: each answers one file or page. */
export type LinkedOperation = 'downloadExport' | 'renderChart' | 'renderSheet';

/** What a signed link permits: one read with exactly these parameters. `query` says as whom and until when. */
export interface LinkGrant {
  operation: string;
  path: object;
  query: object;
}

/** The same however a mail program or a chat writes the URL, and in whatever order. */
export function linkGrantText({ operation, path, query }: LinkGrant): string {
  return JSON.stringify([operation, sortedEntries(path), sortedEntries(query)]);
}

const sortedEntries = (fields: object) =>
  Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
