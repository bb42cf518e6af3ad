import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IANA's special-purpose networks, multicast and reserved ones, each with its prefix length. */
const specialIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, where clouds serve a machine's credentials.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's metadata and DNS, at an address that looks like any other.
  ['168.63.129.16', 32],
] as const;

/** Prefixes of an embedded IPv4 address: IPv4-mapped, and NAT64. */
const carriersOfIpv4 = ['::ffff:', '64:ff9b::'] as const;
const CARRIER_BITS = 96;

/** Non-public parts of the public range: protocol assignments with Teredo, documentation, 6to4. */
const specialIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, bits] of specialIpv4) {
  special.addSubnet(network, bits, 'ipv4');
  for (const carrier of carriersOfIpv4)
    special.addSubnet(`${carrier}${network}`, CARRIER_BITS + bits, 'ipv6');
}
for (const [network, bits] of specialIpv6) special.addSubnet(network, bits, 'ipv6');

/** The only part of IPv6 that can be public; everything else, such as ::1, fc00::/7 and fe80::/10, is not. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
for (const carrier of carriersOfIpv4) publicIpv6.addSubnet(`${carrier}0.0.0.0`, CARRIER_BITS, 'ipv6');

/** Whether an address is on the public Internet, and not on this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  // An address with a zone belongs to a local link.
  if (!isIPv6(address) || address.includes('%')) return false;
  return publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
