import { addAbortListener } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FairTurns } from '../core/fair-turns.js';
import { startChild } from '../process/start-child.js';

interface PdfPrinterOptions {
  /** The path of the browser. */
  chromium: string;
  /** For its profile and the page, which go when the page is printed. */
  directory: string;
}

/** A page of a few thousand rows takes some seconds. */
const DEADLINE_MS = 60_000;

/** Limits the data of each process of the browser, as for Deno: V8 reserves far more addresses than it uses. */
const DATA_MB = 2048;

/** The page cannot run scripts or load anything; these keep the browser itself from talking to others. */
const OPTIONS = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-pdf-header-footer',
];

/** The browser did not print the page. */
export class PrintingFailed extends Error {
  override readonly name = 'PrintingFailed';
}

/** Prints pages of ours with a browser of the machine. */
export class PdfPrinter {
  readonly #turns = new FairTurns({ parallel: 2, perAccount: 1 });

  constructor(private readonly options: PdfPrinterOptions) {}

  async print(account: string, html: string): Promise<Buffer> {
    return await this.#turns.take(account, DEADLINE_MS, async (cancelled) => {
      const { directory } = this.options;
      await mkdir(directory, { recursive: true });
      const place = await mkdtemp(join(directory, 'print-'));
      try {
        const page = join(place, 'page.html');
        const file = join(place, 'page.pdf');
        await writeFile(page, html);
        await this.#run(
          [`--user-data-dir=${place}`, `--print-to-pdf=${file}`, pathToFileURL(page).href],
          cancelled,
        );
        return await readFile(file).catch(() => {
          throw new PrintingFailed('the browser wrote no file');
        });
      } finally {
        await rm(place, { recursive: true, force: true, maxRetries: 5 });
      }
    });
  }

  async #run(options: string[], cancelled: AbortSignal | undefined): Promise<void> {
    const { chromium, directory } = this.options;
    // Its own sandbox needs a user who is not root, and the page is the only thing that it opens.
    const unsandboxed = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const child = startChild([chromium, ...OPTIONS, ...unsandboxed, ...options], {
      limits: [{ option: '-d', value: DATA_MB * 1024 }],
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { HOME: directory, PATH: process.env.PATH },
      detached: true,
    });
    // The browser is several processes, which are one group.
    const kill = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const listening = cancelled && addAbortListener(cancelled, kill);
    const deadline = setTimeout(kill, DEADLINE_MS);
    try {
      const code = await new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', resolve);
      });
      if (code !== 0) throw new PrintingFailed(`the browser ended with ${code ?? 'a signal'}`);
    } finally {
      listening?.[Symbol.dispose]();
      clearTimeout(deadline);
    }
  }
}
