// How soon a fresh service responds, run directly and by `npm start`, and its memory while idle.
import { median, printTable } from './support/measure.mjs';
import { residentMb, startService } from './support/service.mjs';

const STARTS = 7;
const readyMs = [];
let idleMb = 0;
for (let i = 0; i < STARTS; i++) {
  const service = await startService();
  readyMs.push(service.readyMs);
  if (i === STARTS - 1) {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    idleMb = await residentMb(service.pid);
  }
  await service.stop();
}
const npmMs = [];
for (let i = 0; i < STARTS; i++) {
  const service = await startService({}, ['npm', 'start', '--silent']);
  npmMs.push(service.readyMs);
  await service.stop();
}
printTable(
  'Start and idle',
  ['', 'measured', 'goal'],
  [
    ['process start to /readyz, median', `${median(readyMs).toFixed(0)} ms`, '1000 ms'],
    ['`npm start` to /readyz when nothing changed, median', `${median(npmMs).toFixed(0)} ms`, '1000 ms'],
    ['idle resident memory, all processes', `${idleMb.toFixed(0)} MB`, '150 MB'],
  ],
);
