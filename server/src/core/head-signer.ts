import { type ChainLink, signHead } from './audit-chain.js';

/** Everything is forgotten when there are more. */
const MAX_REMEMBERED = 10_000;

/** Signs the heads of chains, and remembers what it signed last: the next entry of a chain nearly always follows that. */
export class HeadSigner {
  readonly #signed = new Map<string, ChainLink & { mac: string }>();

  constructor(private readonly key: Uint8Array) {}

  sign(chain: string, head: ChainLink): string {
    const mac = signHead(this.key, chain, head);
    if (this.#signed.size >= MAX_REMEMBERED) this.#signed.clear();
    this.#signed.set(chain, { ...head, mac });
    return mac;
  }

  isSigned(chain: string, head: ChainLink, mac: string | null): boolean {
    const last = this.#signed.get(chain);
    if (last && last.mac === mac && last.length === head.length && last.hash === head.hash) return true;
    return mac === signHead(this.key, chain, head);
  }
}
