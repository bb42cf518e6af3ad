import { serve } from '../../process/serve.js';
import { inspectSelect } from '../guard/inspect-select.js';
import { namedColumns } from '../guard/named-columns.js';
import { SqlParsers } from '../guard/parse-sql.js';
import type {
  DropRequest,
  FollowRequest,
  LoadRequest,
  MoreEdits,
  ReadRequest,
  ResultPageRequest,
  RewriteRequest,
  SegmentRowsRequest,
} from '../protocol.js';
import { CachedTables } from './cached-tables.js';
import { orFatal } from './errors.js';
import { type InstanceOptions, makeDirectories, openInstance } from './instance.js';
import { read } from './read.js';
import { readResultPage } from './result-pages.js';
import { rewriteRows } from './rewrite-rows.js';
import { readSegmentRows } from './segment-rows.js';
import { warmUp } from './warm-up.js';

const options = JSON.parse(process.argv[2] ?? '{}') as InstanceOptions;
const instance = await openInstance(options);
const tables = new CachedTables(instance, options.memoryMb);
const parsers = new SqlParsers(instance);

const calls = {
  ping: async () => null,
  inspect: ({ sql }: { sql: string }) => inspectSelect(parsers.parse, sql),
  warmUp: async () => {
    makeDirectories(options);
    await warmUp({ instance, tables, parsers, directory: options.directories.at(-1) ?? '' });
    return null;
  },
  namedColumns: ({ sql }: { sql: string }) => namedColumns(parsers.parse, sql),
  load: (request: LoadRequest) => orFatal(tables.load(request)),
  follow: (request: FollowRequest) => tables.follow(request),
  moreEdits: (request: MoreEdits) => tables.moreEdits(request),
  drop: (request: DropRequest) => tables.drop(request),
  read: (request: ReadRequest, signal: AbortSignal) => {
    makeDirectories(options);
    return read(instance, tables, request, signal);
  },
  rewrite: (request: RewriteRequest, signal: AbortSignal) => {
    makeDirectories(options);
    return rewriteRows(instance, request, signal);
  },
  segmentRows: (request: SegmentRowsRequest) => orFatal(readSegmentRows(instance, request)),
  resultPage: (request: ResultPageRequest) => orFatal(readResultPage(instance, request)),
};

export type EngineCalls = typeof calls;

serve(calls);
