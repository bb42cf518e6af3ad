import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import { afterAll, expect, test } from 'vitest';
import { RecordedProcesses } from '../../test-support/process-events.js';
import { CHART_FONTS } from '../core/chart-fonts.js';
import { ChartWorkers } from './chart-workers.js';
import { draw } from './draw.js';

const rows = [
  { x: '東京', y: 3 },
  { x: 'Osaka', y: 5 },
];
const bars = {
  mark: 'bar',
  encoding: { x: { field: 'x', type: 'nominal' }, y: { field: 'y', type: 'quantitative' } },
};

test('text is laid out by its width in the font of the service', async () => {
  const widthOf = async (label: string) => {
    const spec = { ...bars, encoding: { ...bars.encoding, y: { field: 'x', type: 'nominal', title: null } } };
    const svg = String(await draw({ spec, rows: [{ x: label, y: 1 }], format: 'svg' }));
    return Number(/width="(\d+)"/.exec(svg)?.[1]);
  };
  expect((await widthOf('国国国国国国国国')) - (await widthOf('iiiiiiii'))).toBeGreaterThan(50);
});

test('a text that is cut takes only the room that is left of it', async () => {
  const label = 'a name that is far longer than the room that it has beside the plot';
  const plotOf = async (labelLimit: number) => {
    const y = { field: 'x', type: 'nominal', title: null, axis: { labelLimit } };
    const spec = { ...bars, width: 400, autosize: 'fit', encoding: { ...bars.encoding, y } };
    const svg = String(await draw({ spec, rows: [{ x: label, y: 1 }], format: 'svg' }));
    return Number(/translate\((\d+)/.exec(svg)?.[1]);
  };
  expect(await plotOf(60)).toBeLessThan((await plotOf(200)) - 100);
});

test('a picture has colours where a label has an emoji, if the machine has a font for it', async (context) => {
  context.skip(!GlobalFonts.has('Noto Color Emoji') && !GlobalFonts.has('Apple Color Emoji'));
  const text = { field: 'x', type: 'nominal' };
  const spec = { mark: { type: 'text', fontSize: 40 }, encoding: { text }, config: { font: CHART_FONTS } };
  const drawn = await loadImage(Buffer.from(await draw({ spec, rows: [{ x: '🍎' }], format: 'png' })));
  const canvas = createCanvas(drawn.width, drawn.height).getContext('2d');
  canvas.drawImage(drawn, 0, 0);
  const { data } = canvas.getImageData(0, 0, drawn.width, drawn.height);
  const isRed = (at: number) => (data[at] as number) > 150 && (data[at + 1] as number) < 100;
  expect(Array.from({ length: data.length / 4 }, (_, i) => isRed(4 * i))).toContain(true);
});

test('an address is neither read nor written into the picture', async () => {
  const spec = {
    layer: [
      bars,
      { mark: 'image', encoding: { url: { value: 'file:///etc/passwd' } } },
      { mark: 'point', encoding: { href: { value: 'https://example.com/' } } },
    ],
  };
  const svg = String(await draw({ spec, rows, format: 'svg' }));
  expect(svg).toContain('東京');
  expect(svg).not.toMatch(/passwd|example\.com/);
  const lookup = [
    { lookup: 'x', from: { data: { url: 'file:///etc/passwd', format: { type: 'dsv' } }, key: 'root' } },
  ];
  const looked = String(
    await draw({ spec: { ...bars, transform: lookup }, rows, format: 'svg' }).catch(String),
  );
  expect(looked).not.toContain('/bin/');
});

test.each([
  'url(https://example.com/a.svg#b)',
  'URL( "https://example.com" )',
  'u\\72l(https://example.com)',
  'image-set("//example.com")',
])('a cell whose colour is %s brings no address into the picture', async (colour) => {
  const encoding = { ...bars.encoding, color: { field: 'c', type: 'nominal', scale: null } };
  const coloured = { ...bars, background: colour, encoding };
  const cells = [
    { x: 'A', y: 1, c: colour },
    { x: 'see url(https://b.example)', y: 2, c: 'rgb(1, 2, 3)' },
  ];
  const svg = String(await draw({ spec: coloured, rows: cells, format: 'svg' }));
  expect(svg.replaceAll(/aria-label="[^"]*"/g, '')).not.toContain('example.com');
  expect(svg).toContain('rgb(1, 2, 3)');
  expect(svg).toContain('see url(https://b.example)</text>');
});

test('a gradient of the picture itself stays', async () => {
  const color = {
    gradient: 'linear',
    stops: [
      { offset: 0, color: 'red' },
      { offset: 1, color: 'blue' },
    ],
  };
  const svg = String(await draw({ spec: { ...bars, mark: { type: 'bar', color } }, rows, format: 'svg' }));
  expect(svg).toMatch(/fill="url\(#gradient_/);
});

test.each([
  'constructor.constructor("return process")()',
  'datum["constructor"]["constructor"]("return process")()',
  'process.exit(1)',
  'x = 1',
])('the expression %s runs no code', async (calculate) => {
  const spec = {
    transform: [{ calculate, as: 'z' }],
    mark: 'text',
    encoding: { text: { field: 'z', type: 'nominal' } },
  };
  const drawn = String(await draw({ spec, rows, format: 'svg' }).catch((error) => error.slug));
  expect(drawn === 'chart-failed' || !/\[object process\]/.test(drawn)).toBe(true);
});

const events = new RecordedProcesses();
const workers = new ChartWorkers({
  accountOf: async () => 'acc_1',
  processesPerAccount: 1,
  events,
  deadlineMs: 4_000,
});
afterAll(() => workers.close());

test.each([
  [
    'a transform that makes a billion rows',
    { ...bars, transform: [{ impute: 'y', key: 'x', keyvals: { start: 0, stop: 1e9 } }] },
  ],
  ['an expression that makes a long list', { ...bars, title: { text: { expr: 'sequence(1e9)' } } }],
  [
    'an axis of a billion ticks',
    {
      ...bars,
      encoding: { ...bars.encoding, y: { field: 'y', type: 'quantitative', axis: { tickCount: 1e9 } } },
    },
  ],
])('%s ends with its process, and the next chart is drawn', async (_, spec) => {
  await expect(workers.draw('wb_1', { spec, rows, format: 'svg' })).rejects.toMatchObject({
    slug: 'chart-failed',
  });
  expect(await workers.draw('wb_1', { spec: bars, rows, format: 'svg' })).toContain('Osaka');
});
