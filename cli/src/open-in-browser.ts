import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Where there is no browser, as on a server, the printed address is all. */
export function openInBrowser(url: string): void {
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open'];
  const browser = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  browser.on('error', () => {});
  browser.unref();
}
