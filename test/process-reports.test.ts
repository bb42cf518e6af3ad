import { expect, test, vi } from 'vitest';
import { patience } from '../server/test-support/patience.js';
import { childProcesses } from './support/child-processes.js';
import { startService } from './support/service.js';

test('the death of a child process is logged and counted in the metrics, and the service keeps working', async () => {
  const service = await startService({ env: { LOG_LEVEL: 'info' } });
  const api = await service.signIn();
  const workbook = await api.workbook();
  await api.upload(
    `${workbook}/sources`,
    { name: 'numbers.csv', content: 'n\n1\n' },
    { structuring: 'skip' },
  );
  const count = () => api.post(`${workbook}/query`, { sql: 'select count(*) as n from numbers' });
  expect((await count()).body.rows).toEqual([{ n: 1 }]);

  const kinds = { engine: 'dist/engine.js', 'file-worker': 'dist/file-worker.js' };
  for (const { pid, runs } of childProcesses(service.pid))
    if (Object.values(kinds).some((entry) => runs.includes(entry))) process.kill(pid, 'SIGKILL');
  await vi.waitFor(
    async () => {
      const { body } = await service.anonymous.get<string>('/metrics');
      for (const kind of Object.keys(kinds))
        expect(body).toMatch(new RegExp(`svc_process_ends_total{process="${kind}",reason="killed"} [1-9]`));
    },
    { timeout: patience(120_000), interval: 100 },
  );
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  for (const kind of Object.keys(kinds))
    expect(lines).toContainEqual(
      expect.objectContaining({ process: kind, reason: 'killed', signal: 'SIGKILL', calls: [] }),
    );
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'service started', catalog: 'sqlite' }));
  expect((await count()).body.rows).toEqual([{ n: 1 }]);
});

test('a warning of Node or a library is a JSON line as the others are', async () => {
  const warns = "process.on('SIGUSR2', () => process.emitWarning('soon unsupported'))";
  const service = await startService({
    env: { LOG_LEVEL: 'warn', NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(warns)}` },
  });
  process.kill(service.pid, 'SIGUSR2');
  await vi.waitFor(() => expect(service.output()).toContain('soon unsupported'), patience(60_000));
  const lines = service.output().split('\n');
  expect(lines.filter((line) => line.includes('unsupported')).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, msg: 'a warning of Node or a library' }),
  ]);
});
