import { getSource, type MaterializeAnswer, materializeSource, putParseSpec } from './api.js';
import type { Connection } from './connection.js';

/**
 * Follows another reading of a file and makes its tables. Those that the file made before give way, unless somebody has edited
 * one of them: then all of them stay, and the new ones get other names.
 */
export async function takeReading(
  connection: Connection,
  path: { workbook_id: string; source_name: string },
  reading: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<MaterializeAnswer> {
  await putParseSpec(connection, { path, body: { reading }, signal });
  const { artifacts } = await getSource(connection, { path, signal });
  const before = artifacts.filter(({ state }) => state === 'active');
  const replaces = before.map(({ name, edit_version }) => ({ name, expected_version: edit_version }));
  const isEdited = before.some(({ edit_version }) => edit_version !== 1);
  const body = before.length === 0 || isEdited ? {} : { replaces };
  return await materializeSource(connection, { path, body, signal });
}
