import { uuidv7obj } from 'uuidv7';

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

/** An opaque identifier that sorts by creation time. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7obj().toHex()}`;
}
