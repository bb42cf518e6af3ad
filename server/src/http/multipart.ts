import type { FastifyRequest } from 'fastify';
import { problem } from '../core/problems.js';
import type { Service } from '../service.js';
import type { ReceivedFile } from '../workbook/received-file.js';

const MOST_FIELDS = 20;

export interface Form {
  fields: Record<string, string>;
  file: ReceivedFile;
}

/** Reads a multipart body; the file streams into the blob store while it is hashed, counted and capped. */
export async function readForm(service: Service, request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) {
    throw problem('unsupported-media-type', 'This call takes multipart/form-data with a part named "file".');
  }
  const fields: Record<string, string> = {};
  let file: ReceivedFile | undefined;
  const parts = request.parts({
    limits: { files: 2, fields: MOST_FIELDS, fieldSize: 64 * 1024, fileSize: Number.MAX_SAFE_INTEGER },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
    } else if (part.fieldname !== 'file' || file) {
      part.file.resume();
      throw fieldProblem(part.fieldname, 'is not a known file part; send exactly one, named "file"');
    } else {
      file = await service.data.receive(part.file, part.filename ?? '');
    }
  }
  if (!file) throw fieldProblem('file', 'is required');
  return { fields, file };
}

function fieldProblem(field: string, message: string) {
  return problem('invalid-request', `The form is not valid: /${field} ${message}.`, {
    members: { errors: [{ path: `/${field}`, message }] },
  });
}
