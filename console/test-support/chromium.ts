import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** How to start the browser of the tests. */
export interface Chromium {
  executablePath: string;
  env?: Record<string, string>;
}

/** CHROMIUM_PATH, that of the system, or the one that npm brought. */
export async function findChromium(): Promise<Chromium> {
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
  const executablePath = installed.find((path) => path !== undefined && existsSync(path));
  return executablePath === undefined ? await unpackedChromium() : { executablePath };
}

/** The browser and a Japanese font, unpacked into the temporary folder. */
async function unpackedChromium(): Promise<Chromium> {
  // It unpacks its libraries only where it believes to be in a cloud function, and says where in the environment.
  process.env.VERCEL = '1';
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  const fonts = join(tmpdir(), 'fonts', 'fonts');
  await mkdir(fonts, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  const font = resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf');
  await copyFile(font, join(fonts, basename(font)));
  const { PATH, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  return { executablePath, env: { PATH, LD_LIBRARY_PATH, FONTCONFIG_PATH } as Record<string, string> };
}
