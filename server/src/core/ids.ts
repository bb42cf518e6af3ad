import { V7Generator } from 'uuidv7';

type IdPrefix =
  | 'wb'
  | 'src'
  | 'art'
  | 'trf'
  | 'job'
  | 'res'
  | 'snp'
  | 'br'
  | 'cfl'
  | 'whk'
  | 'dlv'
  | 'sht'
  | 'cht'
  | 'upl'
  | 'lnk'
  | 'bnd'
  | 'acc'
  | 'ws'
  | 'usr'
  | 'tok'
  | 'key'
  | 'grt'
  | 'ses'
  | 'pky'
  | 'evt'
  | 'crd'
  | 'inv'
  | 'chg'
  | 'rdg'
  | 'vw'
  | 'cmt'
  | 'sch'
  | 'plk'
  | 'pqc'
  | 'req';

/** Random numbers are drawn so many at a time: a call of the system for each would take longer than the rest of an id. */
const drawn = new Uint32Array(1024);
let used = drawn.length;

const ids = new V7Generator({
  nextUint32() {
    if (used === drawn.length) {
      crypto.getRandomValues(drawn);
      used = 0;
    }
    return drawn[used++] as number;
  },
});

/** An opaque identifier that sorts by creation time. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ids.generate().toHex()}`;
}
