// Sets an alarm: time, user and conversation. Refuses an invalid request before anything is stored. Message and payload
// are stored byte for byte.

import {isProgram, unservedAddress} from '../../../shared/records/address.ts';
import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm, AlarmRequest} from '../../../shared/records/jobs/alarm.ts';
import {storedLimits} from '../../../shared/records/trust.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {checkZone} from '../../../shared/time/check-zone.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {type Actor, askedFor, checkLater, effectOf, keepEffect} from '../../routing/actor.ts';
import {cronProblem, nextInstant} from '../../schedule/cron/cron-expression.ts';
import {hasMoment, type ReadMoment} from '../../schedule/moments/read-moment.ts';
import type {AlarmService} from './alarm-actions.ts';
import {wokenBy} from './woken-session.ts';

type SetAlarmDeps = Core & {
  readonly instantOf: ReadMoment;
};

export const createAlarmSetting = (deps: SetAlarmDeps): AlarmService['set'] => {
  const {store, clock, ids, log} = deps;
  return async (request, actor) => {
    const effect = effectOf<AlarmId>(store.cursors, actor);
    const made = effect === undefined ? undefined : store.alarms.get(effect);
    if (made !== undefined) return made;
    checkRequest(request);
    checkProgram(deps, request, actor);
    const {session, user} = wokenBy(deps, request.session, actor);
    checkLater(actor, deps.people.person(user)?.trust);
    const zone = zoneOf(request, deps.people.person(user)?.zone);
    const time = await timeOf(deps, request, zone, actor.askedAt);
    const asked = JSON.stringify([request.at, request.in, request.when, request.cron, zone]);
    const set = await store.transactBatched(emit => {
      const known = request.key === undefined ? undefined : store.alarms.byKey(user, request.key);
      if (known !== undefined) return same(known, request, deps.people.current(known.alarm.session) === session, asked);
      if (!actor.operator && store.alarms.countActive(user) >= MOST_ACTIVE) {
        throw new GatewayError('refused', `${MOST_ACTIVE} alarms are already set. Cancel some first.`);
      }
      const alarm: Alarm = {
        id: ids.next('alm'),
        state: 'active',
        ...time.of,
        zone,
        message: request.message,
        payload: request.payload,
        session,
        user,
        deliver: request.deliver,
        conversation: request.conversation,
        urgent: request.urgent === true ? (true as const) : undefined,
        createdAt: clock.now(),
        turnId: actor.turnId,
        limits: storedLimits(actor.limits),
        key: request.key,
        failures: 0,
        skipped: 0,
      };
      store.alarms.add(alarm, asked);
      keepEffect(store.cursors, actor, alarm.id);
      emit({type: 'alarm.set', session, ...askedFor(actor, alarm.id), alarm});
      return alarm;
    });
    log.debug({alarm: set.id, session, nextAt: set.nextAt}, 'An alarm was set.');
    deps.reschedule(set.nextAt);
    return time.note === undefined ? set : {...set, note: time.note};
  };
};

const checkRequest = ({message, payload, key}: AlarmRequest): void => {
  if (message.trim() === '') throw new GatewayError('invalid', 'The alarm has no message. Give one for the agent.');
  if (message.length > LONGEST_TEXT) throw tooLong('message', message);
  if (key?.trim() === '') throw new GatewayError('invalid', 'The key of an alarm must not be empty.');
  if (payload === undefined) return;
  if (payload.length > LONGEST_TEXT) throw tooLong('payload', payload);
  try {
    JSON.parse(payload);
  } catch (error) {
    throw new GatewayError(
      'invalid',
      `The payload isn't valid JSON (${errorMessage(error)}). Put plain text into the message.`,
    );
  }
};

/** Sending outside needs the trust that every other way of it needs. */
const checkProgram = (
  {people: {isServed}}: SetAlarmDeps,
  {deliver, conversation}: AlarmRequest,
  actor: Actor,
): void => {
  if (deliver === undefined) {
    if (conversation === undefined) return;
    throw new GatewayError('invalid', 'A conversation of another program needs deliver: hook:NAME.');
  }
  if (!isProgram(deliver)) {
    throw new GatewayError('invalid', `An alarm is delivered to a program: hook:NAME, not "${deliver}".`);
  }
  if (!actor.operator && actor.trust !== 'full')
    throw new GatewayError('refused', 'Only full trust may wake another program.');
  if (!isServed(deliver)) throw new GatewayError('not_found', unservedAddress(deliver));
};

const tooLong = (what: string, {length}: string): GatewayError =>
  new GatewayError(
    'invalid',
    `The ${what} of an alarm can have ${LONGEST_TEXT} characters, and this has ${length}: keep the rest in a file, and name it.`,
  );

const zoneOf = ({timezone}: AlarmRequest, own = 'UTC'): string => (timezone === undefined ? own : checkZone(timezone));

type Time = {readonly of: Pick<Alarm, 'kind' | 'at' | 'cron' | 'nextAt'>; readonly note?: string};

const timeOf = async (
  {clock, instantOf}: SetAlarmDeps,
  request: AlarmRequest,
  zone: string,
  askedAt: EpochMs | undefined,
): Promise<Time> => {
  const cron = request.cron?.trim();
  if (cron === undefined) {
    const {at, note} = await instantOf(request, zone, undefined, askedAt);
    return {of: {kind: 'once', at, nextAt: at}, note};
  }
  if (hasMoment(request)) throw new GatewayError('invalid', 'Give a time or a cron expression, not both.');
  const problem = cronProblem(cron, zone);
  if (problem !== undefined) throw new GatewayError('invalid', problem);
  const nextAt = nextInstant(cron, zone, clock.now());
  if (nextAt === undefined) throw new GatewayError('invalid', `"${cron}" never occurs again.`);
  return {of: {kind: 'cron', cron, nextAt}};
};

/** A repeated key with the same request is the same alarm. */
const same = (
  {alarm, asked}: {readonly alarm: Alarm; readonly asked: string},
  {message, payload, key, deliver, conversation, urgent = false}: AlarmRequest,
  isThere: boolean,
  askedNow: string,
): Alarm => {
  const isSame =
    alarm.message === message &&
    alarm.payload === payload &&
    isThere &&
    alarm.deliver === deliver &&
    alarm.conversation === conversation &&
    (alarm.urgent ?? false) === urgent &&
    asked === askedNow;
  if (isSame) return alarm;
  throw new GatewayError(
    'conflict',
    `The key "${key}" belongs to alarm ${alarm.id}, which has other content. Cancel that alarm or use another key.`,
  );
};

const LONGEST_TEXT = 16_000;
/** Limits the alarms of a conversation. The operator has no limit. */
const MOST_ACTIVE = 200;
