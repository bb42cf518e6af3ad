import type { Python } from './load-python.js';

/**
 * What a program may still find in JavaScript: the language itself, and the little of the platform that Python's own
 * runtime asks for while it runs. All else goes: Deno with its internals, `process`, WebGPU, workers, storage, network.
 */
const kept = new Set(
  [
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp',
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError',
    'globalThis JSON Math Intl Atomics Map BigInt Set Iterator WeakMap WeakSet Proxy Reflect FinalizationRegistry WeakRef',
    'ArrayBuffer SharedArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array',
    'BigUint64Array BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array',
    'decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN WebAssembly',
    'DisposableStack AsyncDisposableStack',
    'TextDecoder TextEncoder atob btoa URL queueMicrotask structuredClone crypto performance console AbortSignal',
    'AbortController DOMException setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Leaves a program nothing of the runtime around Python, and nothing that tells where it is installed. What holds is that
 * Deno has no permissions; this takes away what needs none. V8 itself refuses to make code of text (see
 * deno-process.ts), so nothing can be imported either.
 */
export function closeCage({ _api: { config, packageManager } }: Python): void {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!kept.has(name)) Reflect.deleteProperty(globalThis, name);
  // Deno's own code asks for the name.
  Object.defineProperty(globalThis, 'Deno', { value: Object.freeze({}) });
  // Stacks name files. Without a limit that is a number V8 keeps none, and Pyodide, which sets one, must not fail.
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set: () => {}, configurable: false });
  for (const holder of [config, packageManager])
    for (const [name, value] of Object.entries(holder)) if (typeof value === 'string') holder[name] = '';
}
