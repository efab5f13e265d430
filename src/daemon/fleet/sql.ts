// The port through which the log of a fleet asks PostgreSQL: a client of a server fills it and, in tests, PGlite.
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {clauseFromOutside} from '../../shared/text/sentences.ts';

export interface Sql {
  /** Rejects with an `SqlError`. `count`: rows that a change has written. */
  query(text: string, values?: readonly unknown[]): Promise<SqlResult>;
  /** The same for much data, which may take a minute. It doesn't keep a small query waiting. */
  bulk: Sql['query'];
  /** Undone if the work rejects. It sees what others have committed, as each query by itself does. */
  transaction<T>(work: (query: Sql['query']) => Promise<T>): Promise<T>;
}

export type SqlRow = Readonly<Record<string, unknown>>;

export type SqlResult = {readonly rows: readonly SqlRow[]; readonly count: number};

/** The message is a sentence without any secret. `state`: PostgreSQL's code, if the server refused the query. */
export class SqlError extends GatewayError {
  readonly state: string | undefined;

  constructor(message: string, state: string | undefined) {
    super('unavailable', message);
    this.state = state;
  }
}

/** A sentence. It quotes only texts of PostgreSQL, of Node and of the client, none of which names a password. */
export const sqlError = (host: string, error: unknown): SqlError => {
  if (error instanceof SqlError) return error;
  const {code, message} = error as {readonly code?: unknown; readonly message?: unknown};
  const reason =
    REASONS[String(code)] ?? REASONS[String(message)] ?? (clauseFromOutside(String(message ?? '')) || String(code));
  const state = /^(?=.*\d)[\dA-Z]{5}$/u.test(String(code)) ? String(code) : undefined;
  return new SqlError(`PostgreSQL at ${host}: ${reason}.`, state);
};

const UNTRUSTED = 'its certificate is not trusted; name the file of its authority with sslrootcert';
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOENT: 'no server listens there',
  ENOTFOUND: 'this name is unknown',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ETIMEDOUT: 'no answer',
  'Connection terminated due to connection timeout': 'no answer',
  'timeout exceeded when trying to connect': 'no answer',
  'Query read timeout': 'no answer',
  'timeout expired': 'no answer',
  'Connection terminated unexpectedly': 'the connection broke off',
  EHOSTUNREACH: 'the machine can not be reached',
  ENETUNREACH: 'there is no network',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  '28P01': 'the password is wrong',
  '28000': 'it refuses this user',
  '3D000': 'there is no such database',
  '53300': 'it has too many connections',
  '57P01': 'it is stopping',
  '57P02': 'it has crashed',
  '57P03': 'it is starting or stopping',
  '25006': 'it only lets read',
};
