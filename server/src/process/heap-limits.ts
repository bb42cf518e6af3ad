/** Of the JavaScript heap. V8 takes compiled code that was kept (scripts/keep-compiled.mjs) only under the same limit. */
export const FILE_WORKER_HEAP_MB = 3072;
