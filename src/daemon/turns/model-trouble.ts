// Classifies a model's error: whether it is temporary, how long to wait, and a message for the person. Quotes the
// provider only where that helps and can't contain a secret. Pure.

import {KNOWN_PROVIDERS} from '../../shared/records/setup/model-setup.ts';
import {connectionFault} from '../../shared/text/connection-fault.ts';
import {ReasonedError} from '../../shared/text/gateway-error.ts';
import type {Reason} from '../../shared/text/sentences.ts';
import {formatDuration} from '../../shared/time/format-time.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import {type ErrorReport, reportOf} from './error-report.ts';

export type Trouble = {
  /** A clause that starts with the model's name and has no full stop. */
  readonly what: string;
  /** Advice for the person, as a sentence. Empty if `what` says it. */
  readonly advice: string;
  /** A retry may help. */
  readonly temporary: boolean;
  /** The wait that the provider asked for. */
  readonly retryAfterMs?: number;
  readonly contextTooLong: boolean;
  readonly keyRefused?: true;
  /** The error's own message, for the log only. */
  readonly detail?: string;
};

export type Circumstances = {
  readonly model: string;
  readonly now: EpochMs;
  /** A part of the answer had arrived. */
  readonly begun: boolean;
  /** The environment variable of the API key, if it is unset. */
  readonly unsetVariable?: string;
};

/** Accepts anything that a provider threw or sent within its stream. */
export const troubleOf = (thrown: unknown, circumstances: Circumstances): Trouble => {
  // Rooster's own errors: no key, unknown provider.
  const refusal = ownRefusal(thrown);
  if (refusal !== undefined) {
    return permanent(`${circumstances.model} cannot be used: ${refusal.what}`, refusal.advice ?? '');
  }
  const report = reportOf(thrown);
  const {detail} = report;
  if (!circumstances.begun && isUnasked(thrown)) return {...unasked(circumstances.model), detail};
  return {...sorted(report, circumstances), ...(detail !== '' && {detail})};
};

/** A provider's library may have wrapped the error. */
const ownRefusal = (thrown: unknown): Reason | undefined => {
  let error = thrown;
  for (let depth = 0; depth < 6 && error instanceof Error; depth += 1) {
    if (error instanceof ReasonedError) return error.reason;
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

/** The request was never sent, because it couldn't be written in the provider's format. */
const unasked = (model: string): Trouble =>
  permanent(
    `${model} was not asked: the request could not be built from this conversation`,
    'This is a bug in Rooster; see "rooster daemon logs". Start the conversation over to continue.',
  );

/** Error names of the provider libraries for an invalid request, and Node's error for deep nesting. */
const isUnasked = (thrown: unknown): boolean =>
  thrown instanceof RangeError ||
  (thrown instanceof Error &&
    /^AI_(?:InvalidPrompt|InvalidArgument|UnsupportedFunctionality)Error$/u.test(thrown.name));

/** The stream ended with an error or with unreadable data. */
export const unreadable = (model: string): Trouble => ({
  ...permanent(`${model} returned an invalid response`, AGAIN),
  temporary: true,
});

/** The stream ended early. */
export const cutOff = (model: string): Trouble => ({
  ...permanent(`${model} stopped in the middle of its answer`, AGAIN),
  temporary: true,
});

/** The model sent nothing for too long. Not retried: a second try mostly hangs too, and the person waits. */
export const silent = (model: string, ms: number): Trouble =>
  permanent(`${model} sent nothing for ${formatDuration(ms)}`, AGAIN);

/** The answer took longer than a step may take. */
export const endless = (model: string, ms: number): Trouble =>
  permanent(`${model} did not finish within ${formatDuration(ms)}`, AGAIN);

export const overflowing = (model: string): Trouble => permanent(`${model} did not stop writing`, AGAIN);

export const declined = (model: string): Trouble =>
  permanent(
    `${model} declined to answer: the provider's content filter blocked it`,
    'Rephrase the message, or use another model.',
  );

export const outOfRoom = (model: string): Trouble =>
  permanent(`${model} reached its output limit before it answered`, 'Ask for less at once, or use another model.');

export const tooLong = (model: string): Trouble => ({
  ...permanent(
    `The conversation is too long for ${model}`,
    'Compact the conversation or start over, or use a model with a larger context window.',
  ),
  contextTooLong: true,
});

/** A sentence for the person: what happened to each model that was tried, and what to do about the first. */
export const sentenceFor = (troubles: readonly Trouble[]): string => {
  const what = troubles.map(trouble => trouble.what).join('; ');
  return `${what}. ${troubles[0]?.advice ?? ''}`.trim();
};

const refusalOf = (report: ErrorReport, {model, now, unsetVariable}: Circumstances): Trouble => {
  const {status, type, message: words} = report;
  const code = status === undefined ? '' : ` (${status})`;
  if (status === 401 || /authentication|invalid_api_key/u.test(type)) {
    if (unsetVariable !== undefined)
      return permanent(
        `${model} needs an API key${code}, but the variable ${unsetVariable} is not set`,
        'Set it and run "rooster daemon restart".',
      );
    return {...permanent(`${model} refused the API key${code}`, `Check ${keyPlace(model)}.`), keyRefused: true};
  }
  if (/insufficient_quota|billing|credit balance/u.test(`${type} ${words}`) || status === 402) {
    return permanent(
      `${model} reports that the account has no credit left${code}`,
      'Add credit at the provider, or use another model.',
    );
  }
  if (status === 403 || /permission/u.test(type)) {
    return permanent(`${model} refused access${code}`, `Check the permissions of the key in ${keyPlace(model)}.`);
  }
  if (status === 404 || /model_not_found/u.test(type)) {
    return permanent(`The provider doesn't know ${model}${code}`, 'Check agent.model and the provider’s baseUrl.');
  }
  const retryAfterMs = waitOf(report, now);
  const wait = {retryAfterMs};
  if (status === 429 || /rate_limit/u.test(type)) {
    const advice =
      retryAfterMs === undefined ? 'Try again in a minute.' : `Try again in ${formatDuration(retryAfterMs)}.`;
    return {...permanent(`${model} is rate-limiting requests${code}`, advice), temporary: true, ...wait};
  }
  if (status === 529 || status === 503 || /overloaded/u.test(type)) {
    return {...permanent(`${model} is overloaded${code}`, AGAIN), temporary: true, ...wait};
  }
  const theirs = status === undefined ? /api_error|server_error/u.test(type) : status >= 500;
  if (theirs || status === 408 || status === 409) {
    return {...permanent(`${model} failed with a server error${code}`, AGAIN), temporary: true, ...wait};
  }
  return permanent(`${model} rejected the request${code}${words === '' ? '' : `: ${words}`}`, CHECK);
};

const unreachable = (model: string, code: string, host: string | undefined): Trouble => {
  const [provider = model] = model.split('/');
  return {
    ...permanent(
      `${model} could not be reached${host === undefined ? '' : ` at ${host}`}: ${connectionFault(code)}`,
      `Check the network, that the server runs, and providers.${provider}.baseUrl.`,
    ),
    temporary: true,
  };
};

const permanent = (what: string, advice: string): Trouble => ({what, advice, temporary: false, contextTooLong: false});

const isTooLong = ({status, type, message: words}: ErrorReport): boolean =>
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

/** The configuration key or variable that holds the API key. */
const keyPlace = (model: string): string => {
  const [provider = ''] = model.split('/');
  const variable = KNOWN_PROVIDERS.get(provider)?.key?.variable;
  return `${variable === undefined ? '' : `${variable} or `}providers.${provider}.apiKey`;
};

/** Statuses of a too long context. A rate limit in tokens isn't one. */
const TOO_LONG_STATUS: ReadonlySet<number | undefined> = new Set([undefined, 400, 422, 500]);
/** The error texts of the two providers and the common local servers for a too long context. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|model_context_window_exceeded|request_too_large|prompt is too long|context (?:length|window|size|limit)\b|input is too long|too many (?:input )?tokens|input token count|reduce the length of the (?:messages|prompt|input)|larger than the context|context the overflows/iu;

const AGAIN = 'Try again later, or use another model.';
const CHECK = 'Check agent.model and the configuration of its provider.';
