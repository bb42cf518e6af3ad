import { type DriveProvider, drives } from '../../../app/drives.js';

/** Its name is in the address too, since a drive does not say where a folder lies. */
export interface Folder {
  id: string;
  name: string;
}

export interface FilesSearch {
  tab?: 'drives' | 'address';
  drive?: DriveProvider;
  /** From below the top of the drive to the one that is open. */
  folders?: Folder[];
  /** What is looked for in the whole drive, so that no folder is open. */
  search?: string;
}

/** What the address of the files says. */
export function filesSearch({ tab, drive, folders, search }: Record<string, unknown>): FilesSearch {
  if (tab === 'address') return { tab };
  if (tab !== 'drives') return {};
  const asked = { tab, drive: drives.find(({ provider }) => provider === drive)?.provider } as const;
  if (typeof search === 'string' && search !== '') return { ...asked, search };
  return Array.isArray(folders) && folders.every(isFolder) ? { ...asked, folders } : asked;
}

function isFolder(given: Partial<Folder> | null): given is Folder {
  return typeof given?.id === 'string' && typeof given.name === 'string';
}
