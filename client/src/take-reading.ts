import { type MaterializeAnswer, materializeSource } from './api.js';
import type { Connection } from './connection.js';

/**
 * Follows another reading of a file and makes its tables. Those that the file made before and still makes keep their row ids and
 * what people edited; of the others, the edited ones are archived.
 */
export async function takeReading(
  connection: Connection,
  path: { workbook_id: string; source_name: string },
  reading: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<MaterializeAnswer> {
  const body = { target: { mode: 'update' as const }, correction: { reading } };
  // Without `async` no job is answered.
  return (await materializeSource(connection, { path, body, signal })) as MaterializeAnswer;
}
