import type { Edge } from './edge.js';

/** About drives and tracked files. */
export const trackedFilesSentences = {
  'workbook-unreached': ({ workbook }: { workbook: string }) =>
    `No workbook ${workbook} within the reach of the credential.`,
  'drive-unset': ({ drive, settings }: { drive: string; settings: string }) =>
    `${drive} needs the settings ${settings}.`,
  'fix-drive-too-large': () => 'Download the file from the drive and upload it, or split it.',
  'fix-drive-ids': (_: undefined, { operation }: Edge) =>
    `Send the ids and the next_cursor that ${operation('listCloudFiles')} answered.`,
  'drive-file-too-large': ({ file, bytes, max }: { file: string; bytes: number; max: number }) =>
    `"${file}" has ${bytes} bytes; at most ${max} are accepted.`,
  'fix-drive-file-too-large': () => 'Split the file, or ask the operator for a higher SVC_MAX_UPLOAD_MB.',
  'link-is-local': ({ link }: { link: string }) => `${link} tracks a file that is sent to the service.`,
  'link-version-unknown': ({ n }: { n: number }) => `The tracked file has no version ${n}.`,
  'link-version-raced': () => 'Another version of the file arrived in the meantime.',
  'fix-send-file-again': () => 'Send the file again.',
  'link-unknown': ({ link }: { link: string }) => `The workbook has no tracked file ${link}.`,
  'fix-links': (_: undefined, { operation }: Edge) => `${operation('listFileLinks')} lists them.`,
  'modified-time': () => 'modified_time is not a time.',
  'fix-modified-time': () => 'Send it as RFC 3339, such as 2026-03-31T17:05:00+09:00, or leave it out.',
  'sources-changed': () => 'The sources of the workbook changed in the meantime.',
  'file-tracked': ({ link }: { link: string }) => `The file is tracked as ${link}.`,
  'file-known': ({ source }: { source: string }) =>
    `The file is the source "${source}" of this workbook already.`,
  'fix-file-known': ({ source }: { source: string }) =>
    `Send as_name="${source}" to track it as that source.`,
  'fix-link-versions': ({ versions, link }: { versions: number; link: string }, { operation }: Edge) =>
    `Its versions are 1 to ${versions}; ${operation('getFileLink', { link_id: link })} lists them.`,
  'source-exists': ({ source }: { source: string }) => `The workbook has a source "${source}".`,
  'source-unlike': ({ source }: { source: string }) =>
    `The file has no sheet in common with the source "${source}".`,
  'fix-source-exists': () =>
    'Send as_name to track the file under another name. Or say in on_existing what becomes of the source: ' +
    'replace lets the file take its place, seed keeps what it has as version 1 and makes the file version 2, ' +
    'auto does as seed if both have a sheet in common.',
};
