// The reason why a connection failed, in words, by the system's error code.

/** A clause without a full stop. `otherwise`: the reason for an unknown code. */
export const connectionFault = (code: string, otherwise = 'the connection failed'): string =>
  CONNECTIONS[code] ?? (/CERT|VERIFY/u.test(code) ? 'its certificate is not trusted' : otherwise);

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
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};
