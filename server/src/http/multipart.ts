import type { Multipart } from '@fastify/multipart';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import type { FastifyRequest } from 'fastify';
import { fieldError, type Problem, problem } from '../core/problems.js';
import type { Service } from '../features/service.js';
import { type ReceivedFile, receiveFile } from '../workbook/files/received-file.js';
import { mediaTypeProblem } from './handle-errors.js';

const MAX_FIELDS = 20;

interface Form {
  fields: Record<string, string>;
  file: ReceivedFile;
}

/** Reads a multipart body; the file is streamed into the blob store while it is hashed and counted. */
export async function readForm(service: Service, request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) {
    throw mediaTypeProblem(request);
  }
  try {
    return await readParts(service, request);
  } catch (error) {
    // A client that is still sending would not read the refusal, so the rest of the body is discarded.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  }
}

async function readParts(service: Service, request: FastifyRequest): Promise<Form> {
  const fields: Record<string, string> = {};
  let file: ReceivedFile | undefined;
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
    } else if (part.fieldname !== 'file' || file) {
      part.file.resume();
      throw fieldProblem(part.fieldname, say('file-part-unknown'));
    } else {
      file = await receiveFile(service.data, part.file, part.filename ?? '').catch((error) => {
        throw part.file.errored === error ? brokenForm(error) : error;
      });
    }
  }
  if (!file) throw fieldProblem('file', say('field-required'));
  return { fields, file };
}

/** A malformed body is the client's fault; a failure to store a part is the service's. */
async function* partsOf(request: FastifyRequest): AsyncIterable<Multipart> {
  try {
    yield* request.parts({
      limits: { files: 2, fields: MAX_FIELDS, fieldSize: 64 * 1024, fileSize: Number.MAX_SAFE_INTEGER },
    });
  } catch (error) {
    throw brokenForm(error as Error);
  }
}

const limitCodes = new Set(['FST_FIELDS_LIMIT', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT']);

function brokenForm(error: Error): Problem {
  if ('code' in error && limitCodes.has(String(error.code))) {
    return problem('invalid-request', say('form-fields', { max: MAX_FIELDS }), {
      fix: say('fix-form-fields'),
    });
  }
  return problem('bad-request', say('form-broken', whyOf({ text: error.message })), {
    fix: say('fix-form-broken'),
  });
}

function fieldProblem(field: string, fault: Message): Problem {
  return problem('invalid-request', say('form-invalid', { field, ...whyOf(fault) }), {
    members: { errors: [fieldError(`/${field}`, fault)] },
  });
}
