// HTTP responses of the HTTP server. Errors are problem details (RFC 9457). No error names a person, a conversation, a
// path or a secret.

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export const json = (status: number, value: unknown): HttpAnswer => ({
  status,
  headers: {'content-type': 'application/json'},
  body: `${JSON.stringify(value)}\n`,
});

export const text = (body: string): HttpAnswer => ({
  status: 200,
  headers: {'content-type': 'text/plain; version=0.0.4; charset=utf-8'},
  body,
});

/** The same request belongs there, with its method and its body. */
export const elsewhere = (location: string): HttpAnswer => ({status: 307, headers: {location}, body: ''});

type ProblemStatus = keyof typeof TITLES;

/** `detail`: the problem and the fix, in one sentence. */
export const problem = (
  status: ProblemStatus,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => ({
  status,
  headers: {'content-type': 'application/problem+json', ...headers},
  body: `${JSON.stringify({type: 'about:blank', title: TITLES[status], status, detail})}\n`,
});

const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const;
