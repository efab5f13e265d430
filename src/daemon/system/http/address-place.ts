// Classifies an IP address: the internet, or this machine and private networks, which a web page must not make the
// daemon contact.
import net, {type BlockList, isIPv4, isIPv6} from 'node:net';

/**
 * `machine`: this machine. `metadata`: link-local addresses, and those where clouds offer credentials; never allowed.
 * `private`: other non-internet networks, and invalid addresses.
 */
export type AddressPlace = 'internet' | 'private' | 'machine' | 'metadata';

export const addressPlace = (address: string): AddressPlace => {
  if (isIPv4(address)) return placeOfV4(address);
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return 'private';
  const groups = groupsOf(plain);
  const embedded = embeddedV4(groups);
  if (embedded !== undefined) return placeOfV4(embedded);
  if (MACHINE_V6.check(plain, 'ipv6')) return 'machine';
  if (METADATA_V6.check(plain, 'ipv6')) return 'metadata';
  // Only 2000::/3 is assigned to the internet.
  const [first = 0] = groups;
  return (first & 0xe000) !== 0x2000 || PRIVATE_V6.check(plain, 'ipv6') ? 'private' : 'internet';
};

const placeOfV4 = (address: string): AddressPlace => {
  if (MACHINE_V4.check(address, 'ipv4')) return 'machine';
  if (METADATA_V4.check(address, 'ipv4')) return 'metadata';
  return PRIVATE_V4.check(address, 'ipv4') ? 'private' : 'internet';
};

/** The eight groups of an IPv6 address as numbers. */
const groupsOf = (address: string): readonly number[] => {
  // The URL parser normalizes every spelling, including a dotted ending.
  const [left = '', right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16));
  const [head, tail] = [numbers(left), numbers(right ?? '')];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
};

/** The IPv4 address in an IPv6 address: mapped, compatible, translated (64:ff9b::/96) or 6to4 (2002::/16). */
const embeddedV4 = (groups: readonly number[]): string | undefined => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const zeros = [a, b, c, d, e].every(group => group === 0);
  if (a === 0x2002) return dotted(b, c);
  if (zeros && (f === 0xffff || (f === 0 && g !== 0))) return dotted(g, h);
  if (a === 0x64 && b === 0xff9b) return dotted(g, h);
  return undefined;
};

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

const blockList = (family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList => {
  const list = new net.BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
  return list;
};

const MACHINE_V4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
]);

const MACHINE_V6 = blockList('ipv6', [['::', 127]]);

/** Link-local, which most clouds use; two clouds use other addresses. */
const METADATA_V4 = blockList('ipv4', [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
]);

const METADATA_V6 = blockList('ipv6', [
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
]);

const PRIVATE_V4 = blockList('ipv4', [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

/** Within 2000::/3: tunnels to anywhere (Teredo), tests and documentation. */
const PRIVATE_V6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
]);
