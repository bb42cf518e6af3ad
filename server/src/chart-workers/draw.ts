import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { problem } from '../core/problems.js';
import { withoutAddresses } from './without-addresses.js';

export type ChartFormat = 'svg' | 'png';

export interface DrawRequest {
  /** A Vega-Lite specification without data. */
  spec: Record<string, unknown>;
  rows: Record<string, unknown>[];
  format: ChartFormat;
}

/** A server may have no fonts, so the service brings one that has Latin and Japanese letters. */
const FONT = 'Noto Sans JP';
const { resolve } = createRequire(import.meta.url);
for (const weight of ['400Regular/NotoSansJP_400Regular', '600SemiBold/NotoSansJP_600SemiBold'])
  GlobalFonts.registerFromPath(resolve(`@expo-google-fonts/noto-sans-jp/${weight}.ttf`), FONT);

/** Print and screens of high resolution show twice the pixels in each direction; a huge picture is fine without. */
const PIXEL_RATIO = 2;
const MAX_DOUBLED_PIXELS = 4_000_000;

const measuring = createCanvas(1, 1).getContext('2d');
const widths = new Map<string, number>();
const MAX_WIDTHS = 10_000;

interface TextMetrics {
  width(item: { fontWeight?: string | number; fontSize?: number }, text: unknown): number;
}
/** The types of the package leave it out. */
const { textMetrics } = vega as unknown as { textMetrics: TextMetrics };

/** Vega lays out text by its real width; on its own it would guess, and take Japanese for narrow. */
textMetrics.width = (item, text) => {
  const shown = text == null ? '' : String(text).trim();
  const font = `${item.fontWeight ?? 400} ${item.fontSize ?? 11}px "${FONT}"`;
  const key = `${font} ${shown}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  measuring.font = font;
  const { width } = measuring.measureText(shown);
  if (widths.size >= MAX_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
};

/** Nothing is loaded, and no address gets into a picture. */
const refuse = async (): Promise<never> => {
  throw new Error('charts load nothing');
};
const loader = { load: refuse, http: refuse, file: refuse, sanitize: async () => ({ href: '' }) };

export async function draw({ spec, rows, format }: DrawRequest): Promise<string | Uint8Array> {
  const svg = await drawSvg({ ...spec, data: { values: rows } });
  return format === 'svg' ? svg : await toPng(svg);
}

async function drawSvg(spec: Record<string, unknown>): Promise<string> {
  const logger = vega.logger(vega.None);
  try {
    const compiled = compile(spec as unknown as TopLevelSpec, { logger }).spec;
    // Expressions are interpreted from their syntax tree; nothing is ever compiled to code.
    const runtime = vega.parse(compiled, undefined, { ast: true });
    const view = new vega.View(runtime, { expr: expressionInterpreter, renderer: 'none', loader, logger });
    return withoutAddresses(await view.toSVG());
  } catch (error) {
    throw problem('chart-failed', say('chart-specification', whyOf({ text: reasonOf(error) })));
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}

async function toPng(svg: string): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(withAbsoluteLines(svg)));
  const ratio = image.width * image.height <= MAX_DOUBLED_PIXELS ? PIXEL_RATIO : 1;
  const width = image.width * ratio;
  const height = image.height * ratio;
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return await canvas.encode('png');
}

/** The painter takes the distance between lines for half of what it is; it places lines right that say where they are. */
function withAbsoluteLines(svg: string): string {
  return svg.replaceAll(/<text [^>]*>(?:<tspan.*?<\/tspan>)+<\/text>/g, (text) => {
    let y = 0;
    return text.replaceAll(/<tspan x="0" dy="([\d.]+)">/g, (_, distance: string) => {
      y += Number(distance);
      return `<tspan x="0" y="${y}">`;
    });
  });
}
