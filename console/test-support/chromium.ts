import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** How to start the browser of the tests, and how to leave nothing of it behind. */
interface Chromium {
  executablePath: string;
  env?: Record<string, string>;
  remove(): Promise<void>;
}

/** No browser can be had on this machine. */
export class NoChromium extends Error {}

/**
 * CHROMIUM_PATH, the one that npm brought, or that of the system. The one of npm has no window to draw in, and opens
 * pages for a third of what a whole browser takes.
 */
export async function findChromium(): Promise<Chromium> {
  if (process.env.CHROMIUM_PATH === undefined && process.platform === 'linux' && process.arch === 'x64')
    return await unpackedChromium();
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
  const executablePath = installed.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined)
    throw new NoChromium(
      `there is no Chromium for ${process.platform} ${process.arch} here: install one, and name it in CHROMIUM_PATH`,
    );
  return { executablePath, remove: async () => {} };
}

/** Tells where the browser is, and its libraries and fonts. */
const UNPACK = `
  import packed from '@sparticuz/chromium';
  packed.setGraphicsMode = false;
  const executablePath = await packed.executablePath();
  const { PATH, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  console.log(JSON.stringify({ executablePath, env: { PATH, LD_LIBRARY_PATH, FONTCONFIG_PATH } }));
`;

/** The browser and a Japanese font, unpacked into a folder of this run. */
async function unpackedChromium(): Promise<Chromium> {
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'));
  // It unpacks its libraries only where it believes to be in a cloud function, and changes the environment: a
  // process of its own does that.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, VERCEL: '1', TMPDIR: folder },
  });
  const fonts = join(folder, 'fonts', 'fonts');
  await mkdir(fonts, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  const font = resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf');
  await copyFile(font, join(fonts, basename(font)));
  await writeFile(join(folder, 'fonts', 'fonts.conf'), fontsIn(fonts, join(folder, 'fonts-cache')));
  return { ...JSON.parse(stdout), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Its own settings look in folders of a cloud function alone; without any font it ends at the first form. */
const fontsIn = (fonts: string, cache: string): string =>
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`;
