import { Type } from '@sinclair/typebox';
import { idOf, nullable, strictObject, Timestamp, textEnum } from './common.js';
import { Async, Mode, ReadingChoice, Structuring } from './sources.js';

export const UploadParams = Type.Object({ upload_id: idOf('an upload slot') });

export const UploadSlotRequest = strictObject({
  filename: Type.String({ minLength: 1, maxLength: 255, description: 'With its extension' }),
  mode: Mode,
  structuring: Structuring,
});

export const UploadSlot = Type.Object({
  id: Type.String(),
  status: textEnum(['pending', 'uploaded', 'ingested', 'expired']),
  upload_url: Type.Optional(
    Type.String({
      description: 'PUT the bytes here, without a credential; only while pending, to who may write',
    }),
  ),
  workbook_id: Type.String(),
  filename: Type.String(),
  mode: textEnum(['auto', 'staged']),
  structuring: textEnum(['auto', 'skip', 'defer']),
  size: nullable(Type.Integer()),
  sha256: nullable(Type.String()),
  created_at: Timestamp,
  expires_at: Type.String({
    description: 'While pending, when the URL ends; once uploaded, until when the file can be ingested',
  }),
});

export const UploadSignature = Type.Object({
  expires: Type.Integer({ description: 'Seconds since 1970' }),
  sig: Type.String({ maxLength: 500, description: 'The signature of the service' }),
});
export const ReceivedUpload = Type.Object({
  id: Type.String(),
  status: Type.Literal('uploaded'),
  size: Type.Integer(),
  sha256: Type.String(),
});

export const IngestUploadRequest = strictObject({ async: Async, reading: ReadingChoice });
