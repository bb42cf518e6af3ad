#!/usr/bin/env node
// Run by `npm start`: builds what has changed, and supervises the service in the same process, which saves starting another.
import { buildStale } from './build.mjs';

buildStale(['server', 'console']);
await import(new URL('../server/dist/supervise.js', import.meta.url).href);
