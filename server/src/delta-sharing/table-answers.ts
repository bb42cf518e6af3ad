import { feedTable } from '../features/feeds/feed-tables.js';
import { parquetCopy } from '../features/feeds/parquet-copies.js';
import { commitTime, versionAtTime, versionSinceTime } from '../features/feeds/version-by-time.js';
import { type Answer, ok } from '../present/answer.js';
import { copiedColumns } from '../workbook/reading/parquet-copy.js';
import { type Capabilities, capabilitiesHeader } from './capabilities.js';
import { fileAddresses } from './file-addresses.js';
import { chosenFiles } from './hints/chosen-files.js';
import type { SharedTable, Sharing } from './places.js';
import { moment } from './read-fields.js';
import { type AskedVersion, askedVersion, readTableQuery } from './read-table-query.js';
import { endLine, fileLines, headLines } from './table-lines.js';

type Query = Readonly<Record<string, unknown>>;

/** The current version, or the first one since a time. */
export async function tableVersion(sharing: Sharing, shared: SharedTable, query: Query): Promise<Answer> {
  const since = moment(query.startingTimestamp, 'startingTimestamp');
  const { version } = await tableAt(sharing, shared, { version: undefined, timestamp: undefined });
  const asked = since === undefined ? version : await versionSinceTime(sharing.service, shared.table, since);
  return { status: 200, headers: versionHeader(asked), body: '' };
}

export async function tableMetadata(
  sharing: Sharing,
  shared: SharedTable,
  { query, capabilities }: { query: Query; capabilities: Capabilities },
): Promise<Answer> {
  const told = await tableToTell(sharing, shared, askedVersion(query));
  return lines(headLines(told, capabilities.format), told.table.version, {
    ...capabilities,
    endsStream: false,
  });
}

/** The files of a table; they are made if nobody asked for them before. */
export async function queryTable(
  sharing: Sharing,
  shared: SharedTable,
  { body, capabilities }: { body: unknown; capabilities: Capabilities },
): Promise<Answer> {
  const asked = readTableQuery(body);
  const told = await tableToTell(sharing, shared, asked);
  const all = await parquetCopy(sharing.service, told.table);
  const files = chosenFiles(all, copiedColumns(told.table), asked);
  const addresses = await fileAddresses(sharing);
  const { format } = capabilities;
  const answered = [
    ...headLines(told, format, all),
    ...(await fileLines(told, format, { files, addresses })),
    ...(capabilities.endsStream ? [endLine(addresses)] : []),
  ];
  return lines(answered, told.table.version, capabilities);
}

async function tableToTell(sharing: Sharing, shared: SharedTable, asked: AskedVersion) {
  const table = await tableAt(sharing, shared, asked);
  return {
    table,
    committedAt: await commitTime(sharing.service, table.record.id, table.version),
    isNamed: asked.version !== undefined || asked.timestamp !== undefined,
  };
}

async function tableAt({ service, caller }: Sharing, { schema, table }: SharedTable, asked: AskedVersion) {
  const version =
    asked.timestamp === undefined ? asked.version : await versionAtTime(service, table, asked.timestamp);
  return await feedTable(service, caller, { workbookId: schema.id, tableId: table.id, version });
}

const versionHeader = (version: number) => ({ 'delta-table-version': String(version) });

function lines(all: readonly object[], version: number, capabilities: Capabilities): Answer {
  return {
    ...ok(all.map((line) => `${JSON.stringify(line)}\n`).join('')),
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      ...versionHeader(version),
      ...capabilitiesHeader(capabilities),
    },
  };
}
