// Another machine whose daemon this terminal uses, as OpenSSH reaches it.
import {isRecord} from '../fields/is-record.ts';

export type Host = {
  /** Its name in sentences: that of the configuration, or the machine's. */
  readonly name: string;
  /** For ssh: `ssh://user@server:22`, or a name of `~/.ssh/config`. */
  readonly destination: string;
  /** The program there. @default `rooster` */
  readonly command?: string;
  /** The words that call Rooster with it, such as `rooster --host den`. Absent if `rooster` alone does. */
  readonly called?: string;
};

/** Reads `[ssh://][user@]server[:port]`; undefined for anything else. Nothing of it can be an option of ssh. */
export const readHost = (text: string): Host | undefined => {
  const [, name, port] = SHAPE.exec(text) ?? [];
  if (name === undefined || (port !== undefined && !isPort(port))) return undefined;
  // Without a port, a name of ~/.ssh/config stays one.
  return port === undefined
    ? {name, destination: name}
    : {name: `${name}:${port}`, destination: `ssh://${name}:${port}`};
};

/** Another daemon, as one names it that doesn't do its work: on a machine, or at a socket of its own machine. */
export type DaemonAddress =
  | {readonly kind: 'host'; readonly host: Host}
  | {readonly kind: 'socket'; readonly path: string};

/**
 * Reads `ssh://me@server` or the path of a socket. Undefined for anything else: it comes from another machine, and
 * nothing of it can be an option or a command.
 */
export const readDaemonAddress = (text: string): DaemonAddress | undefined => {
  if (text.startsWith('ssh://')) {
    const host = readHost(text);
    return host && {kind: 'host', host};
  }
  return /^\/[^\p{C}]+$/u.test(text) ? {kind: 'socket', path: text} : undefined;
};

/** The machine, as a person calls it, or the folder of that daemon's files. */
export const addressName = (address: DaemonAddress): string =>
  address.kind === 'host' ? address.host.name : address.path.replace(/(?:\/run)?\/[^/]+$/u, '');

/** A host in the configuration: its address, or that and the program there. */
export type HostSetting = string | {readonly address: string; readonly command?: string};

export const isHostSetting = (raw: unknown): raw is HostSetting => readHostSetting(raw) !== undefined;

/** Undefined for anything that is no setting of a host. */
export const readHostSetting = (raw: unknown): Host | undefined => {
  if (!isRecord(raw)) return typeof raw === 'string' ? readHost(raw) : undefined;
  const {address, command, ...others} = raw;
  const host = typeof address === 'string' ? readHost(address) : undefined;
  if (host === undefined || Object.keys(others).length > 0) return undefined;
  if (command === undefined) return host;
  return typeof command === 'string' && command.trim() !== '' ? {...host, command} : undefined;
};

const isPort = (text: string): boolean => Number(text) >= 1 && Number(text) <= 65_535;

/** Neither the user nor the server begins with a hyphen. */
const SHAPE =
  /^(?:ssh:\/\/)?((?:[\w.][\w.-]*@)?(?:[\p{L}\p{N}_][\p{L}\p{N}_.-]*|\[[\da-fA-F:.]+\]))(?::(\d{1,5}))?\/?$/u;

/**
 * Releases that differ by one work together: the major and the minor number count. For others, the sentence that says
 * so.
 */
export const otherRelease = (host: string, there: string, here: string): string | undefined => {
  const [major, minor] = numbers(here);
  const [otherMajor, otherMinor] = numbers(there);
  if (major === otherMajor && Math.abs(minor - otherMinor) <= 1) return undefined;
  const isOlderThere = otherMajor < major || (otherMajor === major && otherMinor < minor);
  return `${host} runs Rooster ${there}, and this machine ${here}. Update the older one: rooster --host ${isOlderThere ? host : 'local'} update`;
};

const numbers = (version: string): readonly [number, number] => {
  const [major = '0', minor = '0'] = version.split('.');
  return [Number(major), Number(minor)];
};
