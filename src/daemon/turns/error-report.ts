// Reads a provider's error: status, type, message, wait time and connection error. Shortens the message and removes
// possible secrets, so that it is safe to show and log. Pure.
import {isRecord} from '../../shared/fields/is-record.ts';
import {clauseFromOutside} from '../../shared/text/sentences.ts';
import {abridged} from '../../shared/text/shortened.ts';

/** The facts of an error, wherever the provider put them. */
export type ErrorReport = {
  readonly status: number | undefined;
  readonly type: string;
  /** The provider's message, shortened and without possible secrets. */
  readonly message: string;
  readonly detail: string;
  readonly retryAfter: string | undefined;
  readonly retryAfterMs: string | undefined;
  readonly connection: string | undefined;
  readonly host: string | undefined;
};

/** Reads any thrown or received value. Never throws. */
export const reportOf = (thrown: unknown): ErrorReport => {
  const error = fieldsOf(thrown);
  const body = bodyOf(error);
  const headers = fieldsOf(error['responseHeaders']);
  return {
    status: numberOf(error['statusCode']) ?? numberOf(error['status']) ?? statusOfCode(body['code'] ?? error['code']),
    type: [body['type'], body['code'], error['type'], error['code']].filter(text => typeof text === 'string').join(' '),
    // The SDK's own message quotes the unreadable input, so only the log gets it.
    message: cleaned(textOf(body['message']) ?? (thrown instanceof Error ? '' : (textOf(error['message']) ?? ''))),
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
const bodyOf = (error: ErrorFields): ErrorFields => {
  const parsed = [error['data'], jsonOf(error['responseBody'])].map(fieldsOf);
  for (const body of parsed) {
    if (typeof body['error'] === 'string') return {message: body['error']};
    const inner = fieldsOf(body['error']);
    if (Object.keys(inner).length > 0) return inner;
    if (typeof body['message'] === 'string') return body;
  }
  return {};
};

/** The system's code of a failed connection, from the first cause that has one. */
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

/** Returns one line. Drops markup, data and anything that looks like a key. */
const cleaned = (message: string): string => {
  const [line = ''] = message.trim().split('\n');
  if (/^[<{[]/u.test(line)) return '';
  const safe = line.replaceAll(/\b(?:sk|pk|key|gsk|xai|Bearer)[-_ ][\w*.-]{6,}|\b[\w-]{32,}\b/giu, '••••');
  return abridged(clauseFromOutside(safe), LONGEST_WORDS);
};

type ErrorFields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): ErrorFields => (isRecord(value) ? value : {});
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

/** Codes of the system, undici and TLS. Node's own `ERR_…` codes are about calls, not connections. */
const CONNECTION = /^(?:E(?!RR_)[A-Z_]{3,}|UND_ERR_\w+|\w*CERT\w*|UNABLE_TO_VERIFY\w*)$/u;
const LONGEST_WORDS = 160;
