import type { Download } from '@workbook-data-service/client';

/** Lets the browser save a file that a call answered, as if a link to it had been opened. */
export async function saveFile(download: Download): Promise<void> {
  const address = URL.createObjectURL(await download.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = download.filename;
  link.click();
  URL.revokeObjectURL(address);
}
