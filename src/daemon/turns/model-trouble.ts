// What went wrong with a model: from whatever a provider threw or sent, to whether it may pass, how long to wait, and words
// for the person. A provider's own words are shown only where they help and cannot hold a secret. Pure.
import {GatewayError} from '../../shared/gateway-error.ts';
import {durationInWords} from '../../shared/human-words.ts';
import {type EpochMs, SECOND} from '../../shared/time.ts';

export type Trouble = {
  /** What happened, as a clause that begins with the model's name and ends without a full stop. */
  readonly what: string;
  /** What the person can do, a sentence; empty where `what` says it. */
  readonly advice: string;
  /** Trying the same again may help. */
  readonly temporary: boolean;
  /** What the provider asked to wait. */
  readonly retryAfterMs?: number;
  readonly contextTooLong: boolean;
  /** For the log: what the error said of itself. */
  readonly detail?: string;
};

export type Circumstances = {
  /** The configuration's name of the model. */
  readonly model: string;
  readonly now: EpochMs;
  /** Something of the answer had come already. */
  readonly begun: boolean;
};

/** Whatever a provider threw, or sent in the middle of its stream. */
export const troubleOf = (thrown: unknown, circumstances: Circumstances): Trouble => {
  // Our own refusals (no key, unknown provider) are sentences already.
  if (thrown instanceof GatewayError) {
    return permanent(`${circumstances.model} cannot be used: ${thrown.message.replace(/\.$/u, '')}`, '');
  }
  const report = reportOf(thrown);
  const {detail} = report;
  return {...sorted(report, circumstances), ...(detail === '' ? {} : {detail})};
};

const sorted = (report: Report, {model, now, begun}: Circumstances): Trouble => {
  const {status, connection, host} = report;
  if (isTooLong(report)) return tooLong(model);
  if (connection !== undefined) return begun ? cutOff(model) : unreachable(model, connection, host);
  if (status !== undefined || isKnownType(report)) return refusalOf(report, model, now);
  return begun ? cutOff(model) : unreadable(model);
};

/** It ended with an error, or with what cannot be read. */
export const unreadable = (model: string): Trouble => ({
  ...permanent(`${model} sent something that is no answer`, AGAIN),
  temporary: true,
});

/** The stream ended, or broke, in the middle. */
export const cutOff = (model: string): Trouble => ({
  ...permanent(`${model} broke off in the middle of its answer`, AGAIN),
  temporary: true,
});

/** Nothing came for too long. Not tried again: what hangs once mostly hangs again, and the person waits. */
export const silent = (model: string, ms: number): Trouble =>
  permanent(`${model} sent nothing for ${durationInWords(ms)}`, AGAIN);

/** It went on for longer than a step may take. */
export const endless = (model: string, ms: number): Trouble =>
  permanent(`${model} was not finished after ${durationInWords(ms)}`, AGAIN);

export const overflowing = (model: string): Trouble => permanent(`${model} did not stop writing`, AGAIN);

export const declined = (model: string): Trouble =>
  permanent(
    `${model} declined to answer: its provider's content filter stopped it`,
    'Say it in other words, or use another model.',
  );

export const outOfRoom = (model: string): Trouble =>
  permanent(`${model} reached its output limit before it said anything`, 'Ask for less at once, or use another model.');

export const tooLong = (model: string): Trouble => ({
  ...permanent(
    `The conversation is too long for ${model}`,
    'Compact or reset the session, or use a model with a larger window.',
  ),
  contextTooLong: true,
});

/** For the person: what happened to each model that was tried, and what to do about the first. */
export const sentenceFor = (troubles: readonly Trouble[]): string => {
  const what = troubles.map(trouble => trouble.what).join('; ');
  return `${what}. ${troubles[0]?.advice ?? ''}`.trim();
};

/** What can be known of an error, wherever a provider put it. */
type Report = {
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

const reportOf = (thrown: unknown): Report => {
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

const refusalOf = (report: Report, model: string, now: EpochMs): Trouble => {
  const {status, type, words} = report;
  const code = status === undefined ? '' : ` (${status})`;
  if (status === 401 || /authentication|invalid_api_key/u.test(type)) {
    return permanent(`${model} refused the API key${code}`, `Check ${keyPlace(model)}.`);
  }
  if (/insufficient_quota|billing|credit balance/u.test(`${type} ${words}`) || status === 402) {
    return permanent(
      `${model} says that the account has no credit left${code}`,
      'Top it up with the provider, or use another model.',
    );
  }
  if (status === 403 || /permission/u.test(type)) {
    return permanent(`${model} refused access${code}`, `Check what the key in ${keyPlace(model)} may do.`);
  }
  if (status === 404 || /model_not_found/u.test(type)) {
    return permanent(`${model} is not known to its provider${code}`, 'Check agent.model and the provider’s baseUrl.');
  }
  const retryAfterMs = waitOf(report, now);
  const wait = retryAfterMs === undefined ? {} : {retryAfterMs};
  if (status === 429 || /rate_limit/u.test(type)) {
    const advice =
      retryAfterMs === undefined ? 'Try again in a minute.' : `Try again in ${durationInWords(retryAfterMs)}.`;
    return {...permanent(`${model} takes no more requests for now${code}`, advice), temporary: true, ...wait};
  }
  if (status === 529 || status === 503 || /overloaded/u.test(type)) {
    return {...permanent(`${model} is overloaded${code}`, AGAIN), temporary: true, ...wait};
  }
  const theirs = status === undefined ? /api_error|server_error/u.test(type) : status >= 500;
  if (theirs || status === 408 || status === 409) {
    return {...permanent(`${model} had an error of its own${code}`, AGAIN), temporary: true, ...wait};
  }
  return permanent(`${model} rejected the request${code}${words === '' ? '' : `: ${words}`}`, CHECK);
};

const unreachable = (model: string, code: string, host: string | undefined): Trouble => {
  const [provider = model] = model.split('/');
  const why = CONNECTIONS[code] ?? 'the connection failed';
  return {
    ...permanent(
      `${model} could not be reached${host === undefined ? '' : ` at ${host}`}: ${why}`,
      `Check the network, that the server runs, and providers.${provider}.baseUrl.`,
    ),
    temporary: true,
  };
};

const permanent = (what: string, advice: string): Trouble => ({what, advice, temporary: false, contextTooLong: false});

const isTooLong = ({status, type, words}: Report): boolean =>
  status === 413 || (TOO_LONG_STATUS.has(status) && (TOO_LONG.test(type) || TOO_LONG.test(words)));

/** Error events in a stream carry no status. */
const isKnownType = ({type}: Report): boolean =>
  /overloaded|rate_limit|api_error|server_error|authentication|permission|invalid_request|not_found|insufficient_quota|billing/u.test(
    type,
  );

const waitOf = ({retryAfter, retryAfterMs}: Report, now: EpochMs): number | undefined => {
  const exact = Number(retryAfterMs);
  if (retryAfterMs !== undefined && Number.isFinite(exact)) return Math.max(0, exact);
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * SECOND);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/** Where the key of a model's provider is set. */
const keyPlace = (model: string): string => {
  const [provider = ''] = model.split('/');
  const variable = {anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY'}[provider];
  return `${variable === undefined ? '' : `${variable} or `}providers.${provider}.apiKey`;
};

/** The system's code for a connection that failed, from whichever of the causes has it. */
const connectionOf = (thrown: unknown): string | undefined => {
  let error = fieldsOf(thrown);
  for (let depth = 0; depth < 6; depth += 1) {
    const code = textOf(error['code']);
    if (code !== undefined && /^(?:E[A-Z_]{3,}|UND_ERR_\w+|CERT_\w+|\w*_CERT\w*)$/u.test(code)) return code;
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
    .replace(/[.\s]+$/u, '');
  return safe.length > LONGEST_WORDS ? `${safe.slice(0, LONGEST_WORDS).toWellFormed()}…` : safe;
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

/** A rate limit in tokens is none of these. */
const TOO_LONG_STATUS: ReadonlySet<number | undefined> = new Set([undefined, 400, 422, 500]);
/** How the two providers and the common local servers say it. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|model_context_window_exceeded|request_too_large|prompt is too long|context (?:length|window|size|limit)\b|input is too long|too many (?:input )?tokens|input token count|reduce the length of the (?:messages|prompt|input)|larger than the context|context the overflows/iu;

const CONNECTIONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no network',
};

const AGAIN = 'Try again in a while, or use another model.';
const CHECK = 'Check agent.model and the configuration of its provider.';
const LONGEST_WORDS = 160;
