import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { rc4KeyStream } from '../src/spreadsheet/rc4.js';
import { xlsRecords } from '../src/spreadsheet/xls-records.js';

const { CFB } = createRequire(import.meta.url)('@e965/xlsx');

const SHEET = 0x85;
/** Begins of streams, the password, the interface. */
const plainTypes = [0x809, 0x2f, 0xe1];

type XlsEncryption = 'xor' | 'rc4' | 'cryptoapi';

/** An xls file encrypted as Excel 95, 97 or 2002 would, from a plain one with the stream `Workbook`. */
export function encryptedXls(plain: Buffer, encryption: XlsEncryption, password: string): Buffer {
  const container = CFB.read(plain, { type: 'buffer' });
  const stream = Buffer.from(CFB.find(container, 'Workbook').content);
  const { description, encrypt } = encryptions[encryption](password);
  const passwordRecord = Buffer.concat([Buffer.from([0x2f, 0, description.length, 0]), description]);
  const afterBegin = 4 + stream.readUInt16LE(2);
  const encrypted = Buffer.concat([
    stream.subarray(0, afterBegin),
    passwordRecord,
    stream.subarray(afterBegin),
  ]);
  for (const { type, startsAt, content } of xlsRecords(encrypted)) {
    if (plainTypes.includes(type)) continue;
    const isSheet = type === SHEET;
    if (isSheet) content.writeUInt32LE(content.readUInt32LE() + passwordRecord.length);
    const plainBytes = isSheet ? 4 : 0;
    encrypt(content.subarray(plainBytes), startsAt + 4 + plainBytes, content.length);
  }
  const out = CFB.utils.cfb_new();
  CFB.utils.cfb_add(out, '/Workbook', encrypted);
  return CFB.write(out, { type: 'buffer' });
}

interface Encryption {
  /** The content of the password record. */
  description: Buffer;
  encrypt(bytes: Buffer, position: number, recordBytes: number): void;
}

const salt = Buffer.from('0123456789abcdef');
const verifier = Buffer.from('fedcba9876543210');

const encryptions: Record<XlsEncryption, (password: string) => Encryption> = {
  xor: () => {
    // Derived from VelvetSweatshop alone.
    const key = Buffer.from('876b9ae21ee305621e699660986e9404', 'hex');
    return {
      description: Buffer.from('000059b30a9a', 'hex'),
      encrypt(bytes, position, recordBytes) {
        bytes.forEach((byte, i) => {
          bytes[i] = ((byte << 5) | (byte >> 3)) ^ (key[(position + recordBytes + i) % 16] ?? 0);
        });
      },
    };
  },
  rc4: (password) => {
    const hashed = md5(Buffer.from(password, 'utf16le')).subarray(0, 5);
    const base = md5(...Array.from({ length: 16 }, () => [hashed, salt]).flat()).subarray(0, 5);
    const encrypt = rc4((block) => md5(base, uint32(block)));
    const check = Buffer.concat([verifier, md5(verifier)]);
    encrypt(check, 0);
    return { description: Buffer.concat([Buffer.from('010001000100', 'hex'), salt, check]), encrypt };
  },
  cryptoapi: (password) => {
    const base = sha1(salt, Buffer.from(password, 'utf16le'));
    const encrypt = rc4((block) => sha1(base, uint32(block)).subarray(0, 16));
    const check = Buffer.concat([verifier, sha1(verifier)]);
    encrypt(check, 0);
    const header = [4, 0, 0x6801, 0x8004, 128, 1, 0, 0].map(uint32);
    const provider = Buffer.from('Provider\0', 'utf16le');
    const headerBytes = uint32(header.length * 4 + provider.length);
    const start = [Buffer.from('010002000200', 'hex'), uint32(4), headerBytes, ...header, provider];
    const verification = [uint32(16), salt, check.subarray(0, 16), uint32(20), check.subarray(16)];
    return { description: Buffer.concat([...start, ...verification]), encrypt };
  },
};

function rc4(keyOf: (block: number) => Buffer) {
  const streams = new Map<number, Buffer>();
  return (bytes: Buffer, position: number) => {
    bytes.forEach((byte, i) => {
      const block = Math.floor((position + i) / 1024);
      const stream = streams.get(block) ?? rc4KeyStream(keyOf(block), 1024);
      streams.set(block, stream);
      bytes[i] = byte ^ (stream[(position + i) % 1024] ?? 0);
    });
  };
}

const hashed =
  (name: string) =>
  (...bytes: Buffer[]) =>
    createHash(name).update(Buffer.concat(bytes)).digest();
const md5 = hashed('md5');
const sha1 = hashed('sha1');

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
