import { isIPv6 } from 'node:net';

/**
 * The unit by which calls of an address are counted: the address itself, or the /64 network of an IPv6 subscriber.
 */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [left = '', right] = plain.toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  const last = right ? right.split(':') : [];
  const whole =
    right === undefined ? groups : [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
