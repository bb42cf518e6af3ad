export * from '../core/parse-spec.js';
