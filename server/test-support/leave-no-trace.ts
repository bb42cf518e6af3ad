import { afterAll, expect, vi } from 'vitest';

/**
 * Test files share a process, as requests share the service: loading the modules anew for each file took longer than
 * most tests. What a file changes in that process it must undo, or else its effect would depend on the order of files.
 */
const before = { env: { ...process.env }, directory: process.cwd() };

afterAll(() => {
  vi.restoreAllMocks();
  const names = Object.keys({ ...before.env, ...process.env });
  const left = {
    variables: names.filter((name) => process.env[name] !== before.env[name]),
    directory: process.cwd(),
    timersAreFake: vi.isFakeTimers(),
  };
  const nothing = { variables: [], directory: before.directory, timersAreFake: false };
  expect(left, 'what this file leaves for the next').toEqual(nothing);
});
