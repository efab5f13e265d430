// One parser a method: unknown in, typed out, or an InvalidParams whose sentence names the method and the field. Fields that
// a method does not know are ignored, so that a newer client can speak to an older daemon; who calls is never among them.
import {ALARM_STATES} from '../shared/records/alarm.ts';
import {DELIVERY_STATES} from '../shared/records/delivery.ts';
import {GatewayError} from '../shared/records/gateway-error.ts';
import {REMINDER_MODES, REMINDER_STATES} from '../shared/records/jobs.ts';
import {RUN_KINDS} from '../shared/records/run-kinds.ts';
import {InvalidParams} from './error-codes.ts';
import {
  address,
  anything,
  filePath,
  flag,
  id,
  instant,
  integer,
  link,
  name,
  nameOrEmpty,
  oneOf,
  optional,
  type Spec,
  sessionKey,
  shape,
  span,
  text,
  trust,
} from './fields.ts';
import type {Parsers} from './peer.ts';
import {type Method, type Methods, type Params, PROTOCOL} from './protocol.ts';

const parser = <M extends Method>(method: M, spec: Spec<Params<M>>): ((params: unknown) => Params<M>) =>
  shape<Params<M>>(method, spec);

/** Gives the parsed parameters on only if `check` has nothing to say against them as a whole. */
const checked =
  <P>(parse: (params: unknown) => P, check: (params: P) => Error | undefined) =>
  (params: unknown): P => {
    const parsed = parse(params);
    const fault = check(parsed);
    if (fault !== undefined) throw fault;
    return parsed;
  };

const sameProtocol = ({protocol}: Params<'hello'>): Error | undefined =>
  protocol === PROTOCOL
    ? undefined
    : new GatewayError(
        'conflict',
        `This daemon speaks protocol ${PROTOCOL} and the client protocol ${protocol}: update the older of the two and restart it.`,
      );

/** Of two moments, one would be ignored, and nobody could tell which. */
const oneMoment =
  (method: Method) =>
  (params: Partial<Record<'at' | 'in' | 'when', string>>): Error | undefined => {
    const given = [params.at, params.in, params.when].filter(moment => moment !== undefined);
    return given.length === 1 ? undefined : new InvalidParams(`${method}: give exactly one of 'at', 'in' and 'when'.`);
  };

/** A timetable instead of a moment will do. */
const oneTime = ({cron, ...params}: Params<'alarm.set'>): Error | undefined => {
  if (cron === undefined) return oneMoment('alarm.set')(params);
  const isBoth = [params.at, params.in, params.when].some(moment => moment !== undefined);
  return isBoth ? new InvalidParams("alarm.set: give 'cron', or one of 'at', 'in' and 'when'.") : undefined;
};

/** The same where it may stay when it is. */
const mostOneMoment =
  (method: Method) =>
  (params: Partial<Record<'at' | 'in' | 'when', string>>): Error | undefined => {
    const given = [params.at, params.in, params.when].filter(moment => moment !== undefined);
    return given.length <= 1 ? undefined : new InvalidParams(`${method}: give at most one of 'at', 'in' and 'when'.`);
  };

const literalInSession = ({session, literal, before}: Params<'message.search'>): Error | undefined =>
  (literal === true && session === undefined) || (before !== undefined && literal !== true)
    ? new InvalidParams("message.search: 'literal' needs a 'session', and 'before' needs 'literal'.")
    : undefined;

const oneDirection = ({before, after, oldest}: Params<'session.history'>): Error | undefined =>
  [before !== undefined, after !== undefined, oldest === true].filter(Boolean).length > 1
    ? new InvalidParams("session.history: give at most one of 'before', 'after' and 'oldest'.")
    : undefined;

const oneCursor =
  (method: Method) =>
  ({before, after}: {readonly before?: string; readonly after?: string}): Error | undefined =>
    before === undefined || after === undefined
      ? undefined
      : new InvalidParams(`${method}: give at most one of 'before' and 'after'.`);

const limit = optional(integer(1, 1_000));
const moment = {at: optional(instant), in: optional(span), when: optional(name)};

export const PARAMS: Parsers<Methods> = {
  hello: checked(parser('hello', {protocol: integer(0, 1_000_000), client: optional(name)}), sameProtocol),
  'daemon.status': parser('daemon.status', {}),
  'daemon.stop': parser('daemon.stop', {}),
  'daemon.dismiss': parser('daemon.dismiss', {id: name}),
  'backup.create': parser('backup.create', {file: optional(filePath), force: optional(flag)}),
  'session.list': parser('session.list', {}),
  'session.history': checked(
    parser('session.history', {
      session: sessionKey,
      before: optional(id('msg')),
      after: optional(id('msg')),
      oldest: optional(flag),
      limit,
    }),
    oneDirection,
  ),
  'session.send': parser('session.send', {session: optional(sessionKey), text, key: optional(name)}),
  'session.inject': parser('session.inject', {
    session: sessionKey,
    text,
    trust: optional(trust),
    channel: optional(name),
    deliver: optional(flag),
    key: optional(name),
  }),
  'session.preview': parser('session.preview', {
    session: sessionKey,
    text,
    trust: optional(trust),
    channel: optional(name),
    deliver: optional(flag),
  }),
  'session.record': parser('session.record', {session: sessionKey, text}),
  'session.stop': parser('session.stop', {session: sessionKey}),
  'session.reset': parser('session.reset', {session: sessionKey}),
  'session.compact': parser('session.compact', {session: sessionKey}),
  'session.rename': parser('session.rename', {session: sessionKey, title: nameOrEmpty}),
  'session.read': parser('session.read', {session: sessionKey, upTo: id('msg')}),
  'session.retract': parser('session.retract', {session: sessionKey, turnId: id('turn')}),
  'message.search': checked(
    parser('message.search', {
      text,
      session: optional(sessionKey),
      limit,
      literal: optional(flag),
      before: optional(id('msg')),
    }),
    literalInSession,
  ),
  'reminder.set': checked(
    parser('reminder.set', {
      ...moment,
      message: text,
      mode: optional(oneOf(REMINDER_MODES)),
      user: optional(name),
      to: optional(address),
      key: optional(name),
      nag: optional(name),
    }),
    oneMoment('reminder.set'),
  ),
  'reminder.list': checked(
    parser('reminder.list', {
      user: optional(name),
      state: optional(oneOf(REMINDER_STATES)),
      text: optional(text),
      before: optional(id('rem')),
      after: optional(id('rem')),
      limit,
    }),
    oneCursor('reminder.list'),
  ),
  'reminder.get': parser('reminder.get', {id: id('rem')}),
  'reminder.cancel': parser('reminder.cancel', {id: id('rem')}),
  'reminder.snooze': checked(parser('reminder.snooze', {id: id('rem'), ...moment}), oneMoment('reminder.snooze')),
  'reminder.done': parser('reminder.done', {id: id('rem')}),
  'reminder.edit': checked(
    parser('reminder.edit', {
      id: id('rem'),
      ...moment,
      message: optional(text),
      mode: optional(oneOf(REMINDER_MODES)),
    }),
    mostOneMoment('reminder.edit'),
  ),
  'reminder.understand': parser('reminder.understand', {when: name, id: optional(id('rem'))}),
  'alarm.set': checked(
    parser('alarm.set', {
      ...moment,
      cron: optional(name),
      timezone: optional(name),
      message: text,
      payload: optional(text),
      session: optional(sessionKey),
      key: optional(name),
    }),
    oneTime,
  ),
  'alarm.list': checked(
    parser('alarm.list', {
      state: optional(oneOf(ALARM_STATES)),
      before: optional(id('alm')),
      after: optional(id('alm')),
      limit,
    }),
    oneCursor('alarm.list'),
  ),
  'alarm.get': parser('alarm.get', {id: id('alm')}),
  'alarm.cancel': parser('alarm.cancel', {id: id('alm')}),
  'alarm.wake': parser('alarm.wake', {id: id('alm')}),
  'cron.list': parser('cron.list', {}),
  'cron.get': parser('cron.get', {name}),
  'cron.run': parser('cron.run', {name}),
  'cron.pause': parser('cron.pause', {name}),
  'cron.resume': parser('cron.resume', {name}),
  'cron.preview': parser('cron.preview', {
    expression: nameOrEmpty,
    timezone: optional(name),
    count: optional(integer(1, 1_000)),
  }),
  'cron.windows': parser('cron.windows', {until: optional(instant)}),
  'run.list': parser('run.list', {
    kind: optional(oneOf(RUN_KINDS)),
    name: optional(name),
    limit,
    before: optional(id('run')),
  }),
  'run.get': parser('run.get', {id: id('run')}),
  'outbox.list': parser('outbox.list', {state: optional(oneOf(DELIVERY_STATES)), limit, before: optional(id('dlv'))}),
  'outbox.get': parser('outbox.get', {id: id('dlv')}),
  'outbox.retry': parser('outbox.retry', {id: id('dlv')}),
  'outbox.discard': parser('outbox.discard', {id: id('dlv')}),
  'outbox.send': parser('outbox.send', {to: name, text, key: optional(name)}),
  'ledger.get': parser('ledger.get', {contact: name}),
  'ledger.clear': parser('ledger.clear', {contact: name}),
  why: parser('why', {id: name}),
  'events.subscribe': parser('events.subscribe', {
    since: optional(integer(0, Number.MAX_SAFE_INTEGER)),
    thinking: optional(flag),
    clients: optional(flag),
  }),
  'events.list': parser('events.list', {before: optional(integer(0, Number.MAX_SAFE_INTEGER)), limit}),
  'signal.status': parser('signal.status', {}),
  'signal.link': parser('signal.link', {deviceName: optional(name)}),
  'signal.linked': parser('signal.linked', {uri: link}),
  'signal.allow': parser('signal.allow', {address: name, user: optional(name), trust: optional(trust)}),
  'signal.trust': parser('signal.trust', {contact: name, safetyNumber: optional(name)}),
  'signal.prove': parser('signal.prove', {captcha: text}),
  'signal.rang': parser('signal.rang', {address: name, rang: flag}),
  'config.get': parser('config.get', {key: optional(name)}),
  'config.check': parser('config.check', {}),
  'config.set': parser('config.set', {key: name, value: optional(anything)}),
};
