import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const bytes16 = (length: number) => Buffer.from([length >> 8, length & 0xff]);

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A passkey in software, and the browser around it: as much of WebAuthn as a service can see. */
export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject };
  #counter = 0;

  constructor(
    /** Of the page that asks. */
    readonly origin: string,
    /** Whether it asks for a PIN or a finger. */
    readonly verifiesUser = true,
  ) {
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** What `navigator.credentials.create()` answers. */
  create({ challenge }: { challenge: string }): Record<string, unknown> {
    const authData = this.#authData(HAS_KEY, [
      Buffer.alloc(16),
      bytes16(this.#id.length),
      this.#id,
      this.#cosePublicKey(),
    ]);
    // CBOR of { fmt: 'none', attStmt: {}, authData }.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      bytes16(authData.length),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get()` answers. */
  get({ challenge }: { challenge: string }): Record<string, unknown> {
    const clientData = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#authData(0, []);
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.#key.privateKey);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    });
  }

  #answer(response: Record<string, unknown>): Record<string, unknown> {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #authData(flags: number, more: Buffer[]): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    const userFlags = USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0);
    const { hostname } = new URL(this.origin);
    return Buffer.concat([sha256(hostname), Buffer.from([flags | userFlags]), counter, ...more]);
  }

  /** CBOR of a COSE key: EC2, ES256, P-256, x and y. */
  #cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}
