// The reason why a connection failed, in words, by the system's error code.

/** A clause without a full stop. */
export const connectionFault = (code: string): string =>
  CONNECTIONS[code] ?? (/CERT|VERIFY/u.test(code) ? 'its certificate is not trusted' : 'the connection failed');

const CONNECTIONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name lookup failed',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it did not answer in time',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'there is no network',
};
