import type { DeltaColumn } from '../core/delta/delta-types.js';
import { deltaStatistics } from '../core/delta/file-statistics.js';
import type { SharedFile } from '../features/feeds/parquet-copies.js';
import type { ReadableTable } from '../workbook/governance/governed-tables.js';
import { copiedColumns } from '../workbook/reading/parquet-copy.js';
import type { ResponseFormat } from './capabilities.js';
import type { FileAddresses } from './file-addresses.js';

/** Of a version that the client named. */
interface NamedVersion {
  version: number;
  /** In milliseconds since 1970. */
  timestamp: number;
}

interface TableToTell {
  table: ReadableTable;
  /** When its version was committed, in milliseconds since 1970. */
  committedAt: number;
  /** Whether the client named the version: then lines repeat it. */
  isNamed: boolean;
}

type Line = Record<string, object>;

/** The lines before those of files. */
export function headLines(told: TableToTell, format: ResponseFormat, files?: readonly SharedFile[]): Line[] {
  return [{ protocol: protocol(format) }, { metaData: metadata(told, format, files) }];
}

/** Versions 1 are all that plain Parquet files need of a reader. */
function protocol(format: ResponseFormat): object {
  return format === 'delta'
    ? { deltaProtocol: { minReaderVersion: 1, minWriterVersion: 2 } }
    : { minReaderVersion: 1 };
}

function metadata(
  told: TableToTell,
  format: ResponseFormat,
  files: readonly SharedFile[] | undefined,
): object {
  const { record } = told.table;
  const table = {
    id: record.id,
    name: record.name,
    ...(record.description !== null && { description: record.description }),
    schemaString: schemaString(told.table),
    partitionColumns: [],
    configuration: {},
  };
  const stored = {
    ...(told.isNamed && { version: told.table.version }),
    ...(files && { size: files.reduce((sum, { size }) => sum + size, 0), numFiles: files.length }),
    accessModes: ['url'],
  };
  const provider = 'parquet';
  return format === 'delta'
    ? {
        deltaMetadata: { ...table, format: { provider, options: {} }, createdTime: told.committedAt },
        ...stored,
      }
    : { ...table, format: { provider }, ...stored };
}

function schemaString(table: ReadableTable): string {
  const descriptions = new Map(table.columns.map(({ name, description }) => [name, description]));
  const fields = copiedColumns(table).map((column) => ({
    name: column.name,
    type: column.type,
    nullable: true,
    metadata: commentOn(column, descriptions.get(column.column.name) ?? null),
  }));
  return JSON.stringify({ type: 'struct', fields });
}

/** Engines show the comment of a column: its true name, if it has another here, and its description. */
function commentOn({ name, column }: DeltaColumn<{ name: string }>, description: string | null): object {
  const parts = [...(name === column.name ? [] : [column.name]), ...(description ? [description] : [])];
  return parts.length > 0 ? { comment: parts.join(': ') } : {};
}

export async function fileLines(
  told: TableToTell,
  format: ResponseFormat,
  { files, addresses }: { files: readonly SharedFile[]; addresses: FileAddresses },
): Promise<Line[]> {
  const { table, committedAt, isNamed } = told;
  const columns = copiedColumns(table);
  const named: NamedVersion | undefined = isNamed
    ? { version: table.version, timestamp: committedAt }
    : undefined;
  const lineOf = async (file: SharedFile): Promise<Line> => {
    const stats = deltaStatistics(file.statistics, columns);
    const url = await addresses.of(file);
    // Files with the same content have the same hash.
    const id = `${file.hash}-${file.position}`;
    const common = { id, size: file.size, ...named, expirationTimestamp: addresses.expireAt };
    const added = { partitionValues: {}, size: file.size, stats };
    if (format === 'parquet') return { file: { url, ...common, ...added } };
    const add = { path: url, ...added, modificationTime: committedAt, dataChange: true };
    return { file: { ...common, deltaSingleAction: { add } } };
  };
  return await Promise.all(files.map(lineOf));
}

/** The last line, for clients that ask for it so as to know that none is missing. */
export function endLine({ expireAt }: FileAddresses): Line {
  return { endStreamAction: { minUrlExpirationTimestamp: expireAt } };
}
