// Setting an alarm: when, whose, which conversation. What may be refused is refused before anything is kept; the message and the
// payload are kept as they were given, to the byte.

import {present} from '../../../shared/fields/present.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {Alarm} from '../../../shared/records/alarm.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import type {World} from '../../ports/system.ts';
import {askedFor, type Person} from '../../routing/actor.ts';
import {cronProblem, nextInstant} from '../../schedule/cron/cron-expression.ts';
import {hasMoment, type ReadMoment} from '../../schedule/moments/read-moment.ts';
import type {AlarmService, NewAlarm} from './alarm-actions.ts';
import {wokenBy} from './woken-session.ts';

export type SetAlarmDeps = World & {
  readonly agent: () => string;
  readonly instantOf: ReadMoment;
  /** A configured person, or (without a name) the one at the terminal. */
  readonly person: (name?: string) => Person | undefined;
  /** Who is met at an address. */
  readonly personAt: (address: Address) => Person | undefined;
  /** Something is to be done at `at`. */
  readonly reschedule: (at?: EpochMs) => void;
};

export const createAlarmSetting = (deps: SetAlarmDeps): AlarmService['set'] => {
  const {store, clock, ids, log} = deps;
  return async (request, actor) => {
    formatCheck(request);
    const {session, user} = wokenBy(deps, request.session, actor);
    const zone = zoneOf(request, deps.person(user)?.zone);
    const time = await timeOf(deps, request, zone);
    const asked = JSON.stringify([request.at, request.in, request.when, request.cron, zone]);
    const set = await store.transactBatched(emit => {
      const known = request.key === undefined ? undefined : store.alarms.byKey(user, request.key);
      if (known !== undefined) return same(known, request, session, asked);
      if (!actor.operator && store.alarms.countActive(user) >= MOST_ACTIVE) {
        throw new GatewayError('refused', `${MOST_ACTIVE} alarms are set already; cancel some first.`);
      }
      const alarm: Alarm = {
        id: ids.next('alm'),
        state: 'active',
        ...time.of,
        zone,
        message: request.message,
        ...present({payload: request.payload}),
        session,
        user,
        createdAt: clock.now(),
        ...present({turnId: actor.turnId, key: request.key}),
        failures: 0,
        skipped: 0,
      };
      store.alarms.add(alarm, asked);
      emit({type: 'alarm.set', session, ...askedFor(actor, alarm.id), alarm});
      return alarm;
    });
    log.debug({alarm: set.id, session, nextAt: set.nextAt}, 'an alarm was set');
    deps.reschedule(set.nextAt);
    return time.note === undefined ? set : {...set, note: time.note};
  };
};

const formatCheck = ({message, payload, key}: NewAlarm): void => {
  if (message.trim() === '')
    throw new GatewayError('invalid', 'Say what the alarm is to tell you: its message is empty.');
  if (message.length > LONGEST_TEXT) throw tooLong('message', message);
  if (key?.trim() === '') throw new GatewayError('invalid', 'The key of an alarm must not be empty.');
  if (payload === undefined) return;
  if (payload.length > LONGEST_TEXT) throw tooLong('payload', payload);
  try {
    JSON.parse(payload);
  } catch (error) {
    throw new GatewayError(
      'invalid',
      `The payload of an alarm must be JSON, and this is not (${errorMessage(error)}). Plain words belong into the message.`,
    );
  }
};

const tooLong = (what: string, {length}: string): GatewayError =>
  new GatewayError(
    'invalid',
    `The ${what} of an alarm can have ${LONGEST_TEXT} characters, and this has ${length}: keep the rest in a file, and name it.`,
  );

const zoneOf = ({timezone}: NewAlarm, own = 'UTC'): string => {
  if (timezone === undefined) return own;
  if (isZone(timezone)) return timezone;
  throw new GatewayError('invalid', `"${timezone}" is no time zone; say Europe/Berlin, or UTC.`);
};

type Time = {readonly of: Pick<Alarm, 'kind' | 'at' | 'cron' | 'nextAt'>; readonly note?: string};

const timeOf = async ({clock, instantOf}: SetAlarmDeps, request: NewAlarm, zone: string): Promise<Time> => {
  const cron = request.cron?.trim();
  if (cron === undefined) {
    const {at, note} = await instantOf(request, zone);
    return {of: {kind: 'once', at, nextAt: at}, ...present({note})};
  }
  if (hasMoment(request)) throw new GatewayError('invalid', 'Give a moment or a cron expression, not both.');
  const problem = cronProblem(cron, zone);
  if (problem !== undefined) throw new GatewayError('invalid', problem);
  const nextAt = nextInstant(cron, zone, clock.now());
  if (nextAt === undefined) throw new GatewayError('invalid', `"${cron}" names no instant that is still to come.`);
  return {of: {kind: 'cron', cron, nextAt}};
};

/** The same key is the same alarm, as long as it asks for the same. */
const same = (
  {alarm, asked}: {readonly alarm: Alarm; readonly asked: string},
  {message, payload, key}: NewAlarm,
  session: Alarm['session'],
  askedNow: string,
): Alarm => {
  const isSame =
    alarm.message === message && alarm.payload === payload && alarm.session === session && asked === askedNow;
  if (isSame) return alarm;
  throw new GatewayError(
    'conflict',
    `The key "${key}" belongs to alarm ${alarm.id}, which says something else: cancel that one first, or take another key.`,
  );
};

const LONGEST_TEXT = 16_000;
/** For everybody but the operator: a bound on what a conversation can pile up. */
const MOST_ACTIVE = 200;
