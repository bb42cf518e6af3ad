import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { CHART_FONTS, TEXT_FONT } from '../core/chart-fonts.js';
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
const { resolve } = createRequire(import.meta.url);
for (const weight of ['400Regular/NotoSansJP_400Regular', '600SemiBold/NotoSansJP_600SemiBold'])
  GlobalFonts.registerFromPath(resolve(`@expo-google-fonts/noto-sans-jp/${weight}.ttf`), TEXT_FONT);

/** Print and screens of high resolution show twice the pixels in each direction; a huge picture is fine without. */
const PIXEL_RATIO = 2;
const MAX_DOUBLED_PIXELS = 4_000_000;

const measuring = createCanvas(1, 1).getContext('2d');
const widths = new Map<string, number>();
const MAX_WIDTHS = 10_000;

interface MeasuredText {
  fontWeight?: string | number;
  fontSize?: number;
  /** A wider text is cut. */
  limit?: number;
}

interface TextMetrics {
  width(item: MeasuredText, text: unknown): number;
}
/** The types of the package leave it out. */
const { textMetrics } = vega as unknown as { textMetrics: TextMetrics };

/** Vega lays out text by its real width; on its own it would guess, and take Japanese for narrow. */
textMetrics.width = (item, text) => {
  const shown = text == null ? '' : String(text).trim();
  const width = measured(`${item.fontWeight ?? 400} ${item.fontSize ?? 11}px ${CHART_FONTS}`, shown);
  return item.limit ? Math.min(width, item.limit) : width;
};

function measured(font: string, text: string): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  measuring.font = font;
  const { width } = measuring.measureText(text);
  if (widths.size >= MAX_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
}

/** Nothing is loaded, and no address gets into a picture. */
const refuse = async (): Promise<never> => {
  throw new Error('charts load nothing');
};
const loader = { load: refuse, http: refuse, file: refuse, sanitize: async () => ({ href: '' }) };

export async function draw({ spec, rows, format }: DrawRequest): Promise<string | Uint8Array> {
  const logger = vega.logger(vega.None);
  try {
    const charted = { ...spec, data: { values: rows } };
    const compiled = compile(charted as unknown as TopLevelSpec, { logger }).spec;
    // Expressions are interpreted from their syntax tree; nothing is ever compiled to code.
    const runtime = vega.parse(compiled, undefined, { ast: true });
    const view = new vega.View(runtime, { expr: expressionInterpreter, renderer: 'none', loader, logger });
    const svg = withoutAddresses(await view.toSVG());
    return format === 'svg' ? svg : await toPng(view, svg);
  } catch (error) {
    throw problem('chart-failed', say('chart-specification', whyOf({ text: reasonOf(error) })));
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}

/** Painted by Vega: a painter of SVG files would have no letters but those of the first font. */
async function toPng(view: vega.View, svg: string): Promise<Uint8Array> {
  const [, width = 0, height = 0] =
    /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  const ratio = width * height <= MAX_DOUBLED_PIXELS ? PIXEL_RATIO : 1;
  const canvas = createCanvas(Math.ceil(width * ratio), Math.ceil(height * ratio));
  await view.toCanvas(ratio, { externalContext: canvas.getContext('2d') });
  return await canvas.encode('png');
}
