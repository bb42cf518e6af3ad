// Every figure of bench/ATTEMPTS.md: `npm run bench`, or one of them by name: `npm run bench -- queries`.
const benches = [
  'start',
  'queries',
  'mcp',
  'calls',
  'editing',
  'merge',
  'links',
  'events',
  'audit-log',
  'usage',
  'transforms',
  'review',
  'webhooks',
  'history',
  'growth',
  'charts',
  'sheets',
  'spreadsheets',
  'hostile',
  'outcomes',
  'business',
  'damage',
  'layouts',
  'cost',
  'console',
  'real-files',
];
const wanted = process.argv.slice(2);
for (const name of benches) {
  if (wanted.length === 0 || wanted.includes(name)) await import(`./${name}.mjs`);
}
