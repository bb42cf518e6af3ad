import { fromBuffer } from 'yauzl';

/** The entries of a zip archive as text. */
export function entriesOf(bytes: Uint8Array): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      const entries = new Map<string, string>();
      archive.on('entry', (entry) => {
        archive.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          entries.set(entry.fileName, Buffer.concat(chunks).toString());
          archive.readEntry();
        });
      });
      archive.on('end', () => resolve(entries));
      archive.readEntry();
    });
  });
}
