// The address of a PostgreSQL server, and its password: from the environment or from a file that only its owner can
// read. The connection is encrypted and the server proves its name, unless the address says `sslmode=disable` or the
// server is on this machine.
import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {ConnectionOptions} from 'node:tls';
import type {Environment} from '../../shared/records/places.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {formatReason} from '../../shared/text/sentences.ts';
import {readSecret} from '../system/read-secret.ts';

export type PostgresAddress = {
  /** A name or a number, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
  readonly tls: ConnectionOptions | false;
  /** Settings of the session, such as `-c search_path=rooster`. */
  readonly options: string | undefined;
};

/**
 * `configured`: an address, or the absolute path of a file with one. ROOSTER_POSTGRES comes before it. Throws a
 * sentence without the address, in which a password may be.
 */
export const readPostgresAddress = (configured: string, env: Environment, userHome: string): PostgresAddress => {
  const text = env['ROOSTER_POSTGRES'] ?? (configured.startsWith('/') ? secretIn(configured) : configured);
  // Without a host it is a server here, as for PostgreSQL's own programs.
  const url = URL.parse(text.replace(/@(?=\/)/u, '@localhost') || '');
  if (url === null || !/^postgres(?:ql)?:$/u.test(url.protocol)) throw wrong('it begins with "postgres://"');
  const unknown = [...url.searchParams.keys()].find(name => !KNOWN.includes(name));
  if (unknown !== undefined) throw wrong(`Rooster knows ${KNOWN.join(', ')}, but not "${unknown}"`);
  const host = url.searchParams.get('host') ?? decoded(url.hostname).replaceAll(/^\[|\]$/gu, '');
  if (host === '') throw wrong('it names the server');
  const user = decoded(url.username) || env['PGUSER'] || env['USER'] || 'rooster';
  const address = {
    host,
    port: Number(url.port || 5432),
    user,
    database: decoded(url.pathname.slice(1)) || user,
    tls: tlsOf(url.searchParams, host),
    options: url.searchParams.get('options') ?? undefined,
  };
  const password = decoded(url.password) || env['PGPASSWORD'] || passwordIn(address, env, userHome);
  return {...address, password};
};

const tlsOf = (parameters: URLSearchParams, host: string): ConnectionOptions | false => {
  const mode = parameters.get('sslmode') ?? (isHere(host) ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  if (!VERIFYING.includes(mode))
    throw wrong(`its sslmode is verify-full, or disable for a connection that others can read, but not "${mode}"`);
  const file = (name: string): string | undefined => {
    const path = parameters.get(name);
    if (path === null) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch {
      throw new GatewayError('invalid', `Couldn't read ${path}, the ${name} of the PostgreSQL server.`);
    }
  };
  const key = parameters.get('sslkey');
  const cert = file('sslcert');
  return {ca: file('sslrootcert'), cert, key: key === null ? undefined : secretIn(key), rejectUnauthorized: true};
};

const isHere = (host: string): boolean => host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|::1)$/u.test(host);

/** The first matching line of the file of passwords that PostgreSQL's own programs use. */
const passwordIn = (
  {host, port, user, database}: Omit<PostgresAddress, 'password'>,
  env: Environment,
  userHome: string,
): string | undefined => {
  const path = env['PGPASSFILE'] ?? join(userHome, '.pgpass');
  if (statSync(path, {throwIfNoEntry: false}) === undefined) return undefined;
  for (const line of secretIn(path).split('\n')) {
    if (line.startsWith('#')) continue;
    const fields = [...line.matchAll(/(?:\\.|[^:\\])*(?::|$)/gu)].map(([field]) => field.replace(/:$/u, ''));
    const [of = '', at = '', on = '', by = '', password] = fields.map(field => field.replaceAll(/\\(.)/gu, '$1'));
    const isFor = of === host || (of === 'localhost' && host.startsWith('/')) || of === '*';
    const wanted = [String(port), database, user];
    if (isFor && [at, on, by].every((field, index) => field === '*' || field === wanted[index])) return password;
  }
  return undefined;
};

const secretIn = (file: string): string => {
  const reading = readSecret({file}, {});
  if (reading.kind === 'missing') throw new GatewayError('invalid', formatReason(reading.reason));
  return reading.value;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('a % in it begins a code such as %20');
  }
};

const wrong = (rule: string): GatewayError =>
  new GatewayError('invalid', `The address of the PostgreSQL server isn't valid: ${rule}.`);

const KNOWN: readonly string[] = ['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options'];
/** Rooster always checks the server's name, as `verify-full` asks for; the others ask for less. */
const VERIFYING: readonly string[] = ['require', 'verify-ca', 'verify-full'];
