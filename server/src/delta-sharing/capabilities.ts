import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';

export type ResponseFormat = 'parquet' | 'delta';

/** What a client says that it understands, by the header `delta-sharing-capabilities`. */
export interface Capabilities {
  format: ResponseFormat;
  /** Whether it has to be told where an answer ends. */
  endsStream: boolean;
  /** Whether it named any: others do not expect the header in the answer. */
  areNamed: boolean;
}

/** `responseformat=delta,parquet;readerfeatures=…`: of several formats the one that all clients know. */
export function capabilitiesOf(header: string | undefined): Capabilities {
  const given = new Map(
    (header ?? '')
      .toLowerCase()
      .split(';')
      .map((part) => part.split('=').map((text) => text.trim()) as [string, string | undefined]),
  );
  const formats = (given.get('responseformat') || 'parquet').split(',').map((format) => format.trim());
  const format = (['parquet', 'delta'] as const).find((known) => formats.includes(known));
  if (!format)
    throw problem('bad-request', say('feed-response-format', { formats: formats.join(', ').slice(0, 100) }), {
      fix: say('fix-feed-response-format'),
    });
  return {
    format,
    endsStream: given.get('includeendstreamaction') === 'true',
    areNamed: header !== undefined,
  };
}

export function capabilitiesHeader({ format, endsStream, areNamed }: Capabilities): Record<string, string> {
  if (!areNamed) return {};
  const ends = endsStream ? ';includeendstreamaction=true' : '';
  return { 'delta-sharing-capabilities': `responseformat=${format}${ends}` };
}

/** The header `fileidhash` names a scheme of file ids, of which there is one here; it is answered as it was understood. */
export function fileIdHeader(scheme: string | undefined): Record<string, string> {
  if (scheme === undefined) return {};
  const named = scheme.toLowerCase();
  if (named !== 'parquet' && named !== 'delta')
    throw problem('bad-request', say('feed-file-ids', { scheme: scheme.slice(0, 100) }), {
      fix: say('fix-feed-file-ids'),
    });
  return { fileidhash: named };
}
