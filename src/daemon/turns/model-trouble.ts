// What went wrong with a model: from whatever a provider threw or sent, to whether it may pass, how long to wait, and words
// for the person. A provider's own words are shown only where they help and cannot hold a secret. Pure.

import {GatewayError} from '../../shared/records/gateway-error.ts';
import {formatDuration} from '../../shared/time/format-time.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import {type ErrorReport, reportOf} from './error-report.ts';

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
  /** The variable that was to hold the key, where it holds none. */
  readonly unsetVariable?: string;
};

/** Whatever a provider threw, or sent in the middle of its stream. */
export const troubleOf = (thrown: unknown, circumstances: Circumstances): Trouble => {
  // Our own refusals (no key, unknown provider) are sentences already.
  const refusal = ownRefusal(thrown);
  if (refusal !== undefined) {
    return permanent(`${circumstances.model} cannot be used: ${refusal.message.replace(/\.$/u, '')}`, '');
  }
  const report = reportOf(thrown);
  const {detail} = report;
  if (!circumstances.begun && isUnasked(thrown)) return {...unasked(circumstances.model), detail};
  return {...sorted(report, circumstances), ...(detail === '' ? {} : {detail})};
};

/** A provider's library may have wrapped it. */
const ownRefusal = (thrown: unknown): GatewayError | undefined => {
  let error = thrown;
  for (let depth = 0; depth < 6 && error instanceof Error; depth += 1) {
    if (error instanceof GatewayError) return error;
    error = error.cause;
  }
  return undefined;
};

const sorted = (report: ErrorReport, circumstances: Circumstances): Trouble => {
  const {model, begun} = circumstances;
  const {status, connection, host} = report;
  if (isTooLong(report)) return tooLong(model);
  if (connection !== undefined) return begun ? cutOff(model) : unreachable(model, connection, host);
  if (status !== undefined || isKnownType(report)) return refusalOf(report, circumstances);
  return begun ? cutOff(model) : unreadable(model);
};

/** It was never asked: what was to be asked could not be written as its provider wants it. */
const unasked = (model: string): Trouble =>
  permanent(
    `${model} was not asked: the request could not be built from this conversation`,
    'This is a fault in Rooster. "rooster daemon logs" says more; starting the conversation over helps.',
  );

/** The names that providers' libraries give to what they refuse to send, and what Node says of too deep a value. */
const isUnasked = (thrown: unknown): boolean =>
  thrown instanceof RangeError ||
  (thrown instanceof Error &&
    /^AI_(?:InvalidPrompt|InvalidArgument|UnsupportedFunctionality)Error$/u.test(thrown.name));

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
  permanent(`${model} sent nothing for ${formatDuration(ms)}`, AGAIN);

/** It went on for longer than a step may take. */
export const endless = (model: string, ms: number): Trouble =>
  permanent(`${model} was not finished after ${formatDuration(ms)}`, AGAIN);

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

const refusalOf = (report: ErrorReport, {model, now, unsetVariable}: Circumstances): Trouble => {
  const {status, type, words} = report;
  const code = status === undefined ? '' : ` (${status})`;
  if (status === 401 || /authentication|invalid_api_key/u.test(type)) {
    if (unsetVariable !== undefined)
      return permanent(
        `${model} wants an API key${code}, and the variable ${unsetVariable} is not set`,
        'Set it and run "rooster daemon restart".',
      );
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
      retryAfterMs === undefined ? 'Try again in a minute.' : `Try again in ${formatDuration(retryAfterMs)}.`;
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
  const why =
    CONNECTIONS[code] ?? (/CERT|VERIFY/u.test(code) ? 'its certificate is not trusted' : 'the connection failed');
  return {
    ...permanent(
      `${model} could not be reached${host === undefined ? '' : ` at ${host}`}: ${why}`,
      `Check the network, that the server runs, and providers.${provider}.baseUrl.`,
    ),
    temporary: true,
  };
};

const permanent = (what: string, advice: string): Trouble => ({what, advice, temporary: false, contextTooLong: false});

const isTooLong = ({status, type, words}: ErrorReport): boolean =>
  status === 413 || (TOO_LONG_STATUS.has(status) && (TOO_LONG.test(type) || TOO_LONG.test(words)));

/** Error events in a stream carry no status. */
const isKnownType = ({type}: ErrorReport): boolean =>
  /overloaded|rate_limit|api_error|server_error|authentication|permission|invalid_request|not_found|insufficient_quota|billing/u.test(
    type,
  );

const waitOf = ({retryAfter, retryAfterMs}: ErrorReport, now: EpochMs): number | undefined => {
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
