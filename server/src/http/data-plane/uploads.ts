import { WorkbookParams } from '@workbook-data-service/contract/common';
import { AcceptedJob, structuringByDefault, UploadAnswer } from '@workbook-data-service/contract/sources';
import {
  IngestUploadRequest,
  ReceivedUpload,
  UploadParams,
  UploadSignature,
  UploadSlot,
  UploadSlotRequest,
} from '@workbook-data-service/contract/uploads';
import { createUploadSlot } from '../../features/uploads/create-upload-slot.js';
import { ingestUpload } from '../../features/uploads/ingest-upload.js';
import { receiveUpload } from '../../features/uploads/receive-upload.js';
import { getUploadSlot } from '../../features/uploads/view-upload-slot.js';
import { created, ok } from '../../present/answer.js';
import { takenFileAnswer } from '../../present/sources.js';
import { receivedUploadBody, slotBody } from '../../present/uploads.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { fileProblems } from '../problems-of.js';

const UPLOAD = '/api/v1/uploads/:upload_id';

export const uploadEndpoints: Endpoint[] = [
  endpoint({
    id: 'createUpload',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/uploads',
    summary: 'Make an upload slot',
    description:
      'For a file that comes from somewhere without a credential: `upload_url` takes its bytes within 15 minutes, ' +
      'and they can be ingested for a day.',
    tag: 'Uploads',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    body: UploadSlotRequest,
    answers: { 201: UploadSlot },
    run: ({ service, caller, commit, params, body, origin }) =>
      createUploadSlot(
        service,
        caller,
        {
          workbookId: params.workbook_id,
          filename: body.filename,
          mode: body.mode,
          structuring: body.structuring ?? structuringByDefault,
          origin,
        },
        commit,
      ),
    present: (view) => created(slotBody(view)),
  }),
  endpoint({
    id: 'getUpload',
    method: 'GET',
    path: UPLOAD,
    summary: 'The status of an upload slot',
    tag: 'Uploads',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: UploadParams,
    answers: { 200: UploadSlot },
    run: ({ service, caller, params, origin }) => getUploadSlot(service, caller, params.upload_id, origin),
    present: (view) => ok(slotBody(view)),
  }),
  endpoint({
    id: 'putUpload',
    method: 'PUT',
    path: UPLOAD,
    summary: 'Upload the bytes of the file as they are; accepted once',
    tag: 'Uploads',
    access: { to: 'signature' },
    params: UploadParams,
    query: UploadSignature,
    takesBytes: true,
    problems: ['wrong-signature', 'conflict', 'expired'],
    answers: { 200: ReceivedUpload },
    run: ({ service, params, query, bytes, requestId }) =>
      receiveUpload(service, {
        uploadId: params.upload_id,
        expires: query.expires,
        signature: query.sig,
        bytes,
        requestId,
      }),
    present: (received) => ok(receivedUploadBody(received)),
  }),
  endpoint({
    id: 'ingestUpload',
    method: 'POST',
    path: `${UPLOAD}/ingest`,
    summary: 'Ingest the file of a slot, as if it had been uploaded with the call',
    description: 'A slot is ingested once; a file that cannot be read leaves it as it was.',
    tag: 'Uploads',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: UploadParams,
    body: IngestUploadRequest,
    problems: [...fileProblems, 'conflict', 'out-of-credits'],
    answers: { 201: UploadAnswer, 200: UploadAnswer, 202: AcceptedJob },
    run: ({ service, caller, commit, params, body }) =>
      ingestUpload(
        service,
        caller,
        params.upload_id,
        { async: body.async, reading: body.reading ?? undefined },
        commit,
      ),
    present: takenFileAnswer,
  }),
];
