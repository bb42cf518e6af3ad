import type { Edge } from './edge.js';

/** About links to reports and charts that anybody can open. */
export const pageLinksSentences = {
  'page-link-unknown': ({ link }: { link: string }) => `There is no link ${link}.`,
  'fix-page-links': (_: undefined, { operation }: Edge) => `${operation('listSheetLinks')} lists them.`,
  'page-links-many': ({ max }: { max: number }) => `It has ${max} links already, which is the most.`,
  'page-links-forbidden': () => 'The workspace forbids links.',
  'fix-page-links-forbidden': () => 'Ask an admin of the workspace to allow them.',
  'page-link-version': ({ version }: { version: string }) => `The workbook has no version "${version}".`,
  'page-link-past': () => 'It would have ended already.',
  'page-link-origin': ({ origin }: { origin: string }) => `"${origin}" is no site.`,
  'field-no-version': () => 'is not the label of a version',
  'field-past': () => 'is not in the future',
  'field-origin': () => 'must be like https://intranet.example.com',
};
