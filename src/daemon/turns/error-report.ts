// What a provider's error says, wherever it put it: status, type, words, how long to wait, why a connection failed. Words are
// shortened, and what may be a secret is taken out of them here, before anybody can show or log them. Pure.
import {abridged} from '../../shared/text/shortened.ts';

/** What can be known of an error, wherever a provider put it. */
export type ErrorReport = {
  readonly status: number | undefined;
  readonly type: string;
  /** The provider's own words, shortened and without what may be a secret. */
  readonly words: string;
  readonly detail: string;
  readonly retryAfter: string | undefined;
  readonly retryAfterMs: string | undefined;
  readonly connection: string | undefined;
  readonly host: string | undefined;
};

/** Reads whatever was thrown or sent; never throws. */
export const reportOf = (thrown: unknown): ErrorReport => {
  const error = fieldsOf(thrown);
  const body = bodyOf(error);
  const headers = fieldsOf(error['responseHeaders']);
  return {
    status: numberOf(error['statusCode']) ?? numberOf(error['status']) ?? statusOfCode(body['code'] ?? error['code']),
    type: [body['type'], body['code'], error['type'], error['code']].filter(text => typeof text === 'string').join(' '),
    // What an error of the SDK says of itself is for the log: it quotes what it could not read.
    words: cleaned(textOf(body['message']) ?? (thrown instanceof Error ? '' : (textOf(error['message']) ?? ''))),
    detail: cleaned(
      thrown instanceof Error ? thrown.message : (textOf(body['message']) ?? textOf(error['message']) ?? ''),
    ),
    retryAfter: textOf(headers['retry-after']),
    retryAfterMs: textOf(headers['retry-after-ms']),
    connection: connectionOf(thrown),
    host: hostOf(textOf(error['url'])),
  };
};

/** `{"error": {"type", "message", "code"}}` under one of several names, or as unparsed text. */
const bodyOf = (error: Fields): Fields => {
  const parsed = [error['data'], jsonOf(error['responseBody'])].map(fieldsOf);
  for (const body of parsed) {
    if (typeof body['error'] === 'string') return {message: body['error']};
    const inner = fieldsOf(body['error']);
    if (Object.keys(inner).length > 0) return inner;
    if (typeof body['message'] === 'string') return body;
  }
  return {};
};

/** The system's code for a connection that failed, from whichever of the causes has it. */
const connectionOf = (thrown: unknown): string | undefined => {
  let error = fieldsOf(thrown);
  for (let depth = 0; depth < 6; depth += 1) {
    const code = textOf(error['code']);
    if (code !== undefined && CONNECTION.test(code)) return code;
    const [first] = Array.isArray(error['errors']) ? error['errors'] : [];
    error = fieldsOf(error['cause'] ?? first);
  }
  return undefined;
};

const hostOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : URL.parse(url)?.host);

/** One line, not markup, not data, nothing that looks like a key. */
const cleaned = (words: string): string => {
  const [line = ''] = words.trim().split('\n');
  if (/^[<{[]/u.test(line)) return '';
  const safe = line
    .replaceAll(/\b(?:sk|pk|key|gsk|xai|Bearer)[-_ ][\w*.-]{6,}|\b[\w-]{32,}\b/giu, '••••')
    .replace(/(?<![.\s])[.\s]+$/u, '');
  return abridged(safe, LONGEST_WORDS);
};

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
/** vLLM and llama.cpp write the status as the code. */
const statusOfCode = (code: unknown): number | undefined =>
  typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
const jsonOf = (text: unknown): unknown => {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The system's, undici's and TLS's codes; Node's `ERR_…` are about calls, not connections. */
const CONNECTION = /^(?:E(?!RR_)[A-Z_]{3,}|UND_ERR_\w+|\w*CERT\w*|UNABLE_TO_VERIFY\w*)$/u;
const LONGEST_WORDS = 160;
