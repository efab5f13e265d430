// Checks of parameters that exclude each other.
import {GatewayError} from '../shared/text/gateway-error.ts';
import {InvalidParams} from './wire/index.ts';

type Moment = Partial<Record<'at' | 'in' | 'when', string>>;

/** Exactly one is required: with two, one would be ignored silently. */
export const oneMoment = (params: Moment, method: string): Error | undefined =>
  momentsIn(params) === 1 ? undefined : new InvalidParams(`${method}: give exactly one of 'at', 'in' and 'when'.`);

/**
 * A recurrence has its own time, or starts at a moment. A timer may say its length in its text. An event has no time.
 */
export const momentOrRepeat = (
  params: Moment & {readonly repeat?: string; readonly timer?: boolean; readonly on?: unknown},
  method: string,
): Error | undefined =>
  params.repeat === undefined && params.timer !== true && params.on === undefined
    ? oneMoment(params, method)
    : mostOneMoment(params, method);

/** At most one, where no time means no change. */
export const mostOneMoment = (params: Moment, method: string): Error | undefined =>
  momentsIn(params) <= 1 ? undefined : new InvalidParams(`${method}: give at most one of 'at', 'in' and 'when'.`);

export const oneCursor = (
  {before, after}: {readonly before?: string; readonly after?: string},
  method: string,
): Error | undefined =>
  before === undefined || after === undefined
    ? undefined
    : new InvalidParams(`${method}: give at most one of 'before' and 'after'.`);

const momentsIn = (params: Moment): number =>
  [params.at, params.in, params.when].filter(moment => moment !== undefined).length;

type Page = {readonly before?: string; readonly after?: string; readonly oldest?: boolean};

export const oneDirection = ({before, after, oldest}: Page, method: string): Error | undefined =>
  [before !== undefined, after !== undefined, oldest === true].filter(Boolean).length > 1
    ? new InvalidParams(`${method}: give at most one of 'before', 'after' and 'oldest'.`)
    : undefined;

type Search = {readonly session?: string; readonly literal?: boolean; readonly before?: string};

/** A planned span has both ends. */
export const bothEnds = (
  {from, until}: {readonly from?: string; readonly until?: string},
  method: string,
): Error | undefined =>
  (from === undefined) === (until === undefined)
    ? undefined
    : new InvalidParams(`${method}: 'from' and 'until' belong together.`);

export const literalInSession = ({session, literal, before}: Search, method: string): Error | undefined =>
  (literal === true && session === undefined) || (before !== undefined && literal !== true)
    ? new InvalidParams(`${method}: 'literal' needs a 'session', and 'before' needs 'literal'.`)
    : undefined;

type Time = Partial<Record<'at' | 'in' | 'when' | 'cron', string>>;

/** Accepts a schedule instead of a moment. */
export const oneTime = ({cron, ...params}: Time, method: string): Error | undefined => {
  if (cron === undefined) return oneMoment(params, method);
  return momentsIn(params) > 0
    ? new InvalidParams(`${method}: give 'cron', or one of 'at', 'in' and 'when'.`)
    : undefined;
};

export const sameProtocol = ({protocol}: {readonly protocol?: number}): Error | undefined =>
  protocol === PROTOCOL
    ? undefined
    : new GatewayError(
        'conflict',
        `This daemon speaks protocol ${PROTOCOL} and the client protocol ${protocol}: update the older of the two and restart it.`,
      );

export const PROTOCOL = 1;
