import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.js';

describe('addresses of the public Internet are public', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('addresses of a machine, a network or a cloud are not', () => {
  test.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.0.1'],
    ['metadata of AWS, Google Cloud and Azure', '169.254.169.254'],
    ['metadata of Alibaba Cloud', '100.100.100.200'],
    ['metadata of Oracle Cloud', '192.0.0.192'],
    ['metadata of Azure', '168.63.129.16'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback, in full', '0:0:0:0:0:0:0:1'],
    ['unique local', 'fc00::1'],
    ['metadata of AWS', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700:4700::1111%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['benchmarks', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['6to4 of a private address', '2002:0a00:0001::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hex', '::ffff:7f00:1'],
    ['mapped metadata', '::ffff:a9fe:a9fe'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated loopback', '::ffff:0:127.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
    ['NAT64 of a private address', '64:ff9b::c0a8:101'],
    ['local NAT64', '64:ff9b:1::8.8.8.8'],
    ['no address at all', 'localhost'],
    ['nothing', ''],
  ])('%s: %s', (_, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a URL normalizes every spelling of an IPv4 address', () => {
  test.each([
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.1',
    '0x7F.0x0.0x0.0x1',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
  ])('%s is 127.0.0.1', (spelling) => {
    const { hostname } = new URL(`http://${spelling}/`);
    expect(hostname).toBe('127.0.0.1');
    expect(isPublicAddress(hostname)).toBe(false);
  });
});
