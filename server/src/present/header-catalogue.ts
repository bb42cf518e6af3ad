/** Headers of answers, for the OpenAPI document. Each is set where its answer is made. */
const text = (description: string) => ({ description, schema: { type: 'string' } });
const count = (description: string) => ({ description, schema: { type: 'integer' } });

export const answerHeaders = {
  'X-Request-Id': text('Names the request; the logs of the service have it too'),
  'RateLimit-Limit': count('Requests that the credential, or the address without one, may make in a minute'),
  'RateLimit-Remaining': count('Requests that are left in this minute'),
  'RateLimit-Reset': count('Seconds until the next minute begins'),
  'Retry-After': count('Seconds to wait before the request is sent again'),
  'WWW-Authenticate': text('`Bearer`'),
  'Idempotent-Replayed': text('`true` where this is the kept answer of an earlier request with the same key'),
  ETag: text('The `edit_version` in quotes; after `W/` where more than the version decides what is answered'),
  Location: text('Where to go next'),
  'Set-Cookie': text('Keeps the session in the browser, or binds a sign-in with OpenID Connect to it'),
  'Content-Disposition': text('The name of the file'),
  'X-SVC-Branch-Id': text('The branch that the file belongs to, for its return'),
  'X-SVC-Cascade': count('How many tokens and keys were revoked with it'),
  'X-SVC-Denied-Columns': text('Columns that are left out; percent-encoded, with commas between them'),
  'X-SVC-Edit-Version': count('The version that was read'),
  'X-SVC-Masked-Columns': text('Columns that are masked; percent-encoded, with commas between them'),
  'X-SVC-Next-Columns-After': text(
    'The `columns_after` of the rest of a page that was too wide, percent-encoded; absent otherwise',
  ),
  'X-SVC-Next-Cursor': text('The `cursor` of the next page; absent on the last one'),
  'X-SVC-Next-Offset': count('The `offset` of the next page; absent on the last one'),
  'X-SVC-Preserved-Formulas': count('How many formulas of the uploaded file were kept'),
  'X-SVC-Result': text(
    'The answer without its rows, as JSON; with a merged file, the answer with its lists cut',
  ),
  'X-SVC-Result-Id': text('The id of the result'),
  'X-SVC-Row-Count': count('Number of rows stored in the result'),
  'X-SVC-Total': count('Rows that match the filter'),
  'X-SVC-Truncated-By': text('Why there are rows after this page'),
  'X-SVC-Truncated-Cells': count(
    'Cells whose text was cut, because it exceeds the limit of a cell of a file',
  ),
  'X-SVC-Warnings': text('As `warnings` of a JSON answer; percent-encoded, with commas between them'),
  'X-SVC-Withheld-Tables': text('Tables that are left out; percent-encoded, with commas between them'),
} as const;

export type AnswerHeader = keyof typeof answerHeaders;

/** For a page of rows that is not JSON. */
export const rowsHeaders = [
  'X-SVC-Edit-Version',
  'X-SVC-Total',
  'X-SVC-Masked-Columns',
  'X-SVC-Next-Columns-After',
  'X-SVC-Next-Cursor',
  'X-SVC-Truncated-By',
  'X-SVC-Warnings',
] as const satisfies AnswerHeader[];

/** For a page of a result that is not JSON. */
export const resultHeaders = [
  'X-SVC-Result',
  'X-SVC-Result-Id',
  'X-SVC-Row-Count',
  'X-SVC-Truncated-By',
  'X-SVC-Next-Offset',
] as const satisfies AnswerHeader[];
