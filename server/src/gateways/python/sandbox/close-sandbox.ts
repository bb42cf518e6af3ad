import type { Python } from './load-python.js';

/**
 * The globals that remain: the language itself, and the few parts of the platform that Python's own runtime
 * needs. Everything else is removed: Deno with its internals, `process`, WebGPU, workers, storage, network.
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
 * Hides the runtime around Python from a program, and everything that reveals where it is installed. The
 * sandbox is that Deno has no permissions; this removes what needs none. V8 itself refuses to compile code
 * from text (see deno-process.ts), so nothing can be imported either.
 */
export function closeSandbox({ _api: { config, packageManager } }: Python): void {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!kept.has(name)) Reflect.deleteProperty(globalThis, name);
  // Deno's own code needs the name.
  Object.defineProperty(globalThis, 'Deno', { value: Object.freeze({}) });
  // Stacks name files. Without a numeric limit V8 records none, and Pyodide, which sets one, must not fail.
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set: () => {}, configurable: false });
  for (const holder of [config, packageManager])
    for (const [name, value] of Object.entries(holder)) if (typeof value === 'string') holder[name] = '';
}
