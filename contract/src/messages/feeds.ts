import type { Why } from './why.js';

/** About feeds, which other programs read. */
export const feedSentences = {
  'feed-read-only': () => 'The feed can be read, not changed.',
  'fix-feed-read-only': () =>
    'Edit the table in the console or through the API; the feed shows the edit at once.',
  'feed-resource-unknown': ({ path }: { path: string }) => `The feed has nothing at "${path}".`,
  'fix-feed-resource-unknown': () =>
    'Address $metadata, an entity set, Set/$count, Set(row id), or Set(row id)/Property.',
  'feed-set-unknown': ({ set }: { set: string }) => `There is no entity set "${set}".`,
  'fix-feed-set-unknown': () => 'Take a name that the service document lists; case counts.',
  'feed-property-unknown': ({ property, set }: { property: string; set: string }) =>
    `"${set}" has no property "${property}".`,
  'fix-feed-property-unknown': () => 'Take a name that $metadata lists; case counts.',
  'feed-key-unknown': ({ set, key }: { set: string; key: string }) => `"${set}" has no row ${key}.`,
  'fix-feed-key-unknown': () => 'Address a row by its __svc_row_id, as in Set(1).',
  'feed-option-unknown': ({ option }: { option: string }) => `${option} is not a query option of OData.`,
  'feed-option-unsupported': ({ option }: { option: string }) => `${option} is not supported here.`,
  'feed-option-repeated': ({ option }: { option: string }) => `${option} is given more than once.`,
  'feed-option-value': ({ option, value }: { option: string; value: string }) =>
    `${option} cannot be "${value}".`,
  'fix-feed-options': ({ options }: { options: string }) => `Use ${options}.`,
  'fix-feed-option-value': () => 'See the page about OData in the documentation for what the option may be.',
  'fix-feed-search': () => "Use $filter with contains(tolower(Property),'words').",
  'fix-feed-expand': () => 'Read the other entity set by itself, and join the two in your program.',
  'fix-feed-apply': () =>
    'Compute it in your program, or as a derived table, which is an entity set of its own.',
  'fix-feed-batch': () => 'Send each request by itself.',
  'feed-syntax': ({ option, at, near }: { option: string; at: number; near: string }) =>
    near === '' ? `${option} ends too early.` : `${option} is not understood at character ${at}: "${near}".`,
  'fix-feed-syntax': () =>
    "Write conditions such as Price gt 10 and Name eq 'Tokyo', joined by and, or, not.",
  'feed-expression-unsupported': ({ what }: { what: string }) => `${what} is not supported in $filter.`,
  'fix-feed-expression': ({ functions }: { functions: string }) =>
    `Compare a property with a value by eq, ne, gt, ge, lt, le or in, or use one of ${functions}.`,
  'feed-filter-value': ({ why }: Why) =>
    `A condition of $filter does not fit its property: the value ${why}.`,
  'fix-feed-filter-value': () => "Write values in the form of the property's type in $metadata.",
  'feed-format-unknown': ({ format }: { format: string }) => `The feed cannot be sent as "${format}".`,
  'fix-feed-format': () =>
    'Ask for application/json, with odata.metadata=minimal, full or none; for $metadata, for application/xml or application/json.',
  'feed-version-unsupported': ({ version }: { version: string }) =>
    `The feed speaks OData 4.0 and 4.01, not ${version}.`,
  'fix-feed-version': () => 'Send OData-MaxVersion 4.0 or higher, or leave it out.',
  'feed-skiptoken': () => 'The $skiptoken does not belong to this request.',
  'fix-feed-skiptoken': () => 'Follow @odata.nextLink exactly as it was answered, or begin again without it.',
  'fix-feed-credential': () =>
    'Send a token of the service: as a Bearer token, or as the password of Basic sign-in with any user name.',
  'feed-share-unknown': ({ share }: { share: string }) => `There is no share "${share}".`,
  'fix-feed-share-unknown': () => 'Take a name or id that the list of shares has: each is a workspace.',
  'feed-schema-unknown': ({ schema, share }: { schema: string; share: string }) =>
    `The share "${share}" has no schema "${schema}".`,
  'fix-feed-schema-unknown': () =>
    "Take a name or id that the list of the share's schemas has: each is a workbook.",
  'feed-table-unknown': ({ table, schema }: { table: string; schema: string }) =>
    `The schema "${schema}" has no table "${table}".`,
  'fix-feed-table-unknown': () => "Take a name or id that the list of the schema's tables has.",
  'feed-number-invalid': ({ field }: { field: string }) => `${field} must be a whole number, 0 or more.`,
  'fix-feed-number-invalid': () => 'Send such a number, or leave it out.',
  'feed-time-invalid': ({ field }: { field: string }) =>
    `${field} must be a time with its zone, such as 2026-01-31T09:00:00Z.`,
  'fix-feed-time-invalid': () => 'Send such a time, or leave it out.',
  'feed-version-and-time': () => 'A version and a timestamp are given.',
  'fix-feed-version-and-time': () => 'Send one of them, or neither for the current version.',
  'feed-time-early': ({ table }: { table: string }) => `"${table}" did not exist at that time.`,
  'fix-feed-time-early': () => 'Name a later time, or a version.',
  'feed-time-late': ({ table }: { table: string }) => `"${table}" has no version since that time.`,
  'fix-feed-time-late': () => 'Name an earlier time, or none for the current version.',
  'feed-body-invalid': () => 'The body of a query must be a JSON object.',
  'fix-feed-body-invalid': () => 'Send {} for all of the table.',
  'feed-changes-unsupported': () => 'Changes between versions are not shared.',
  'fix-feed-changes-unsupported': () =>
    'Query the table at each version. GET …/versions/{label}/diff of the API tells what changed between two.',
  'feed-directory-unsupported': () => 'Tables are shared by the addresses of files, not as directories.',
  'fix-feed-directory-unsupported': () => 'Query the table: the answer has the addresses of its files.',
  'feed-response-format': ({ formats }: { formats: string }) => `The response format ${formats} is unknown.`,
  'fix-feed-response-format': () => 'Ask for responseformat=parquet or responseformat=delta.',
  'feed-file-ids': ({ scheme }: { scheme: string }) => `The scheme of file ids "${scheme}" is unknown.`,
  'fix-feed-file-ids': () => 'Send fileidhash: parquet or delta, or leave it out.',
  'feed-file-gone': () => 'The file is no longer kept, or was made for readers who see other columns.',
  'fix-feed-file-gone': () => 'Query the table again, which answers the addresses of its present files.',
  'feed-profile-token': () => 'A profile file is made for a token or a key, which stay valid for longer.',
  'fix-feed-profile-token': () => 'Make a token with workbooks:read, and ask for the profile with it.',
};
