import type { Why } from './why.js';
import { grouped } from './words.js';

/** About requests as such, and the service behind them. */
export const requestsSentences = {
  'fix-near-names': ({ nearest }: { nearest: string[] }) =>
    `Did you mean ${nearest.map((name) => JSON.stringify(name)).join(' or ')}?`,
  'disk-nearly-full': () => 'The disk of the service is nearly full.',
  'bytes-limit': ({ max }: { max: number }) => `At most ${max} bytes are accepted here.`,
  'workbook-deleted': () => 'The workbook was deleted.',
  'chart-too-slow': () => 'Drawing the chart took more time or memory than one chart may use.',
  'chart-specification': ({ why }: Why) => `The specification cannot be drawn: ${why}`,
  'cursor-unknown': () => 'The cursor is not one that this list gave out.',
  'fix-cursor': () =>
    'Pass next_cursor of the page before unchanged, with the same other parameters; leave cursor out to start over.',
  'disk-full': () => 'The disk of the service is full.',
  'disk-unwritable': () => 'The service cannot write to its disk.',
  'fix-disk-unwritable': () => 'Ask the operator to make the data directory writable; reading still works.',
  'url-scheme': () => 'The URL is not an http or https address.',
  'url-user': () => 'The URL contains a user name or password.',
  'url-private': ({ host }: { host: string }) => `The host ${host} has no public address.`,
  'url-too-slow': () => 'The server took too long.',
  'url-connection': ({ code }: { code: string }) => `The connection to the server failed (${code}).`,
  'oidc-unavailable': () => 'The provider that users sign in with does not answer as it should.',
  'answers-waiting': () => 'Too many answers are waiting to be read.',
  'fix-answers-waiting': () => 'Read the answers to your earlier requests to their end, then try again.',
  'token-absent': () => 'The request carries no bearer token.',
  'token-invalid': () => 'The token is unknown, expired or revoked.',
  'token-data-plane': () => 'Personal access tokens work on the data plane only.',
  'fix-token-data-plane': () => 'Use an account API key or the session token of the owner.',
  'host-other': ({ url }: { url: string }) => `This service is reached as ${url}.`,
  'connections-full': () => 'The service is already handling as many requests as it can.',
  'failures-limit': ({ max }: { max: number }) => `More than ${max} requests in a minute that failed.`,
  'idempotency-key-length': ({ max }: { max: number }) => `Idempotency-Key must have 1 to ${max} characters.`,
  'fix-idempotency-key-length': () => 'Send a shorter key, such as a UUID, or none.',
  'answer-withheld': () =>
    'The request was done, but the columns that you may see have changed since, so its answer is not repeated.',
  'fix-answer-withheld': () => 'Read what you need to know of the outcome, such as …/ops or the table.',
  'metrics-token': () => 'Metrics require the token of SVC_METRICS_TOKEN.',
  'fix-metrics-token': () => 'Send "Authorization: Bearer <token>" with the value of SVC_METRICS_TOKEN.',
  'metrics-unset': () => 'Metrics need SVC_METRICS_TOKEN to be set.',
  'form-fields': ({ max }: { max: number }) => `A form has one file and at most ${max} other fields.`,
  'fix-form-fields': () => 'Leave out the fields that /docs does not name.',
  'form-broken': ({ why }: Why) => `The multipart body is broken: ${why}.`,
  'fix-form-broken': () =>
    'Let an HTTP library write the form, with its boundary in Content-Type, and send it whole.',
  'stores-silent': () => 'The catalog or the blob store does not answer.',
  'url-nul': () => 'The URL contains the character U+0000.',
  'requests-in-flight': ({ max, whom }: { max: number; whom: string }) =>
    `More than ${max} requests of ${whom} at a time.`,
  'fix-requests-in-flight': () =>
    'Send fewer requests at a time, and this one again when another has been answered.',
  'problem-unknown': ({ slug }: { slug: string }) => `There is no problem called "${slug}".`,
  'method-unknown': ({ method, allowed }: { method: string; allowed: string }) =>
    `${method} is not one of ${allowed}.`,
  'endpoint-unknown': ({ method, path }: { method: string; path: string }) =>
    `There is no endpoint ${method} ${path}.`,
  'body-too-large': ({ max }: { max: string }) => `The body of this call may be at most ${max}.`,
  'large-requests': () => 'Too many large requests are arriving at once.',
  'body-broke-off': () => 'The body broke off before all of it had arrived.',
  'json-list-open': () => 'A list in the body is not closed by "]".',
  'fix-list-too-long': () => 'Send less at once; /docs says how many entries each list takes.',
  'stripe-event-too-large': () => 'No event of Stripe takes more than 1 MB.',
  'overrides-unsaid': () => 'Say which overrides to drop: either cells, or all.',
  'fix-overrides-unsaid': () =>
    'Send {"cells": [{"row_id", "column"}], "expected_version"}, or {"all": true, "expected_version"} for every override of the table.',
  'spec-version-unsaid': () => 'To change the sheets of a spec, say which version was read.',
  'spec-nothing-to-change': () => 'Nothing to change: send `sheets`, `remove`, `accept` or `answers`.',
  'append-unnamed': () => 'To append, name the table.',
  'append-corrects': () => 'Rows are appended by the parse spec as it is; correct it first.',
  'append-replaces': () => 'Rows that are appended replace no table.',
  'update-of-all': () => 'An update is of all tables of the file.',
  'code-or-passkey': () => 'Send either code or passkey.',
  'answer-too-long': ({ max }: { max: string }) => `The answer has more than ${max} characters.`,
  'fix-answer-too-long': () => 'Ask for less: a lower `limit`, fewer columns, or an aggregate in SQL.',
  'agent-address': () => 'Agents reach this service by its address or as localhost.',
  'fix-agent-address': () => 'Set SVC_PUBLIC_URL to the URL by which clients reach the service.',
  'agent-origin': () => 'Pages of other sites may not call this endpoint.',
  'fix-agent-regions': () => '`read_parse_spec` lists the regions with their ids.',
  'agent-batch': () => 'Send one JSON-RPC message a request, not a batch.',
  'agent-nothing-to-change': () => 'Nothing to change: send `regions`, `remove`, `accept` or `answers`.',
  'svg-too-long': ({ length, max }: { length: number; max: number }) =>
    `The SVG has ${length} characters, and an answer at most ${max}.`,
  'fix-svg-too-long': () =>
    'Ask for `png`, or make the chart of fewer points: aggregate, filter, or lower its `limit`.',
  'agent-upload-unknown': ({ upload }: { upload: string }) => `The workbook has no upload ${upload}.`,
  'content-not-base64': () => '`content` is not base64.',
  'fix-content-not-base64': () =>
    'Send the bytes of the file in base64, or a text file with the encoding `text`.',
  'agent-file-where': () => 'A file is either at `url`, or in `content` under its `filename`, or in a slot.',
  'fix-agent-file-where': () => 'Send one of `url`, `content` with `filename`, and `upload_id`.',
  'agent-field-needed': ({ field, action }: { field: string; action: string }) => `${action} needs ${field}.`,
  'fix-agent-field-needed': ({ field }: { field: string }) => `Send ${field} too.`,
  'agent-file-name-known': ({ file }: { file: string }) =>
    `The workbook has a file "${file}" with other content.`,
  'fix-agent-file-name-known': ({ file }: { file: string }) =>
    `If this is a newer version of it, call \`revise_source\` with source "${file}"; if it is another file, send as_new: true.`,
  'agent-tools-unknown': ({ name }: { name: string }) => `There is no tool and no group of tools "${name}".`,
  'fix-agent-tools-unknown': ({ groups }: { groups: string }) =>
    `Use names of tools or groups in the address, as /mcp?tools=read,export. The groups are ${groups}.`,
  'agent-workbook-unknown': ({ given }: { given: string }) =>
    `"${given}" is neither the id nor the title of exactly one workbook.`,
  'fix-agent-workbook-unknown': ({ candidates }: { candidates: string }) =>
    `Use the id of one of these: ${candidates}.`,
  'values-invalid': ({ why }: Why) => `The values ${why}.`,
  'fix-values-invalid': () => 'Send as many rows and cells as the range has, or name only the first cell.',
  'range-invalid': ({ why }: Why) => `The range ${why}.`,
  'fix-range-invalid': () =>
    'Name cells such as B2 or B2:D10: column A is the first column, row 1 the first row.',
  'chart-invalid': ({ field, why }: { field: string } & Why) => `The chart cannot be made: ${field} ${why}.`,
  'credential-rate': ({ max }: { max: number }) =>
    `A credential grants no more than it has: at most ${max}, the limit of the credential that mints.`,
  'credential-expiry': ({ end }: { end: string }) =>
    `A credential grants no more than it has: an end by ${end}, when the credential that mints expires.`,
  'fix-credential-bound': () =>
    'Ask for less, leave the field out to get what is allowed, or mint with the session of the owner.',
  'name-invalid': ({ field, why }: { field: string } & Why) => `The name is not valid: ${field} ${why}.`,
  'fix-name-invalid': ({ max }: { max: number }) =>
    `Send a name of 1 to ${max} characters without control characters.`,
  'filter-invalid': ({ path, why }: { path: string } & Why) => `The filter is not valid: ${path} ${why}.`,
  'fix-filter-invalid': () =>
    'Write {"column": "amount", "op": "gt", "value": 10}, or join such conditions with {"and": […]}, {"or": […]}, {"not": …}.',
  'formula-invalid': ({ why }: Why) => `The formula is not valid: ${why}.`,
  'form-invalid': ({ field, why }: { field: string } & Why) => `The form is not valid: /${field} ${why}.`,
  'query-string-invalid': ({ parameter, why }: { parameter: string } & Why) =>
    `The query string is not valid: ${parameter} ${why}.`,
  'body-invalid': ({ field, why }: { field: string } & Why) => `The body is not valid: /${field} ${why}.`,
  'input-invalid': ({ part, path, why }: { part: string; path: string } & Why) =>
    `The ${part} is not valid: ${path} ${why}.`,
  'backend-silent': ({ backend }: { backend: string }) => `The ${backend} does not answer.`,
  'account-calls-waiting': () => 'Too many calls of your account are waiting.',
  'calls-waiting': () => 'Too many calls are waiting.',
  'turn-too-late': () => 'The call waited too long for its turn.',
  'requests-limit': ({ max }: { max: number }) => `More than ${max} requests in a minute.`,
  'requests-limit-of': ({ max, credential }: { max: number; credential: string }) =>
    `More than ${max} requests in a minute by ${credential} and all that it minted.`,
  'fix-known-parameters': ({ parameters }: { parameters: string }) =>
    `Send only parameters that this call takes: ${parameters}.`,
  'fix-no-parameters': () => 'Leave the query string out: this call takes no parameters.',
  'json-fault': ({ why }: Why) => why,
  'body-levels': ({ max }: { max: number }) => `The body nests more than ${grouped(max)} levels.`,
  'body-members': ({ max }: { max: number }) => `One list or object has more than ${grouped(max)} members.`,
  'body-values': ({ max }: { max: number }) => `One part of the body has more than ${grouped(max)} values.`,
  'path-part-too-long': () => 'A part of the path is too long.',
  'path-encoding': () => 'The path is not valid percent-encoded UTF-8.',
  'headers-too-long': () => 'The path and headers together are too long.',
  'not-http': () => 'What arrived is not an HTTP request.',
  'takes-form': () => 'This call takes multipart/form-data with a part named "file".',
  'takes-json': () => 'This call takes application/json, declared in Content-Type.',
};
