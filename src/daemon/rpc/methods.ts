// The RPC methods: each calls a flow or the store. The socket proves that the caller is the operator.
import type {Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import {toWire} from '../../shared/fields/wire.ts';
import {addressName, conversationName} from '../../shared/record-text/names.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import {isDaemonSession, mainSession, type SessionKey} from '../../shared/records/session-key.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {momentWithZone} from '../../shared/time/format-time.ts';
import {isZone} from '../../shared/time/zone.ts';
import {operatorInject} from '../flows/operator/operator-inject.ts';
import {previewInjection, recordNote} from '../flows/operator/operator-note.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';
import type {ModelSetup} from '../flows/setup/model-setup.ts';
import {gatherStats, keepTime} from '../flows/stats/gather-stats.ts';
import {explain} from '../flows/why/explain.ts';
import type {Called} from '../flows/why/format-trace.ts';
import type {Entry} from '../router.ts';
import type {Actor} from '../routing/actor.ts';
import {terminalRoute} from '../routing/resolve-route.ts';
import {transcriptOf} from '../turns/run-transcript.ts';
import {cronMethods} from './cron-methods.ts';
import {crossSessionMethods} from './cross-session-methods.ts';
import {mailMethods} from './mail-methods.ts';
import {reachMethods} from './reach-methods.ts';
import {reminderMethods} from './reminder-methods.ts';
import type {RpcMethodsDeps} from './services.ts';
import {sessionMethods} from './session-methods.ts';
import {signalMethods} from './signal-methods.ts';

export const createMethods = (deps: RpcMethodsDeps): Handlers<Methods> => {
  const {core, sessionService, reminders, alarms, outbox} = deps;
  const {store, clock, index, people} = core;
  const main = (): SessionKey => mainSession(core.agent());
  const owner = (): string => people.owner() ?? 'owner';
  /** A key without a conversation leads to its person's conversation. */
  const kept = (session: SessionKey): SessionKey =>
    store.sessions.get(session) === undefined ? people.current(session) : session;
  const cronJob = (name: string): CronJob | undefined => deps.cron.list().jobs.find(job => job.name === name);
  const called = (): Called => {
    const names = deps.names();
    return {
      address: address => addressName(address, names),
      zone: people.zoneOf,
      time: (at, zone = people.zoneOf(owner())) => momentWithZone(at, clock.now(), isZone(zone) ? zone : 'UTC'),
      session: session =>
        isDaemonSession(session)
          ? 'a conversation of its own'
          : (index.get(session)?.title ?? conversationName(session, names)),
    };
  };
  const actor = (): Actor => ({user: owner(), operator: true, session: main(), trust: 'full'});

  return {
    hello: ({locale}, {connection}) => {
      deps.terminals.greet(connection, locale);
      return deps.greeting();
    },
    'daemon.status': async () => toWire(await deps.status()),
    'daemon.stop': () => {
      deps.stop();
      return {};
    },

    'daemon.dismiss': ({id}) => {
      const content = deps.dismiss(id);
      if (content === undefined) throw new GatewayError('not_found', `No unreadable entry ${id}.`);
      return {dismissed: id, content};
    },

    'backup.create': async request => toWire(await deps.backUp(request)),

    ...sessionMethods(deps, owner),
    'session.history': ({session, ...page}) => toWire(sessionService.history(kept(session), page)),
    'session.send': async ({session = main(), text, key}) => {
      const inbound = {channel: 'terminal', sender: 'default', text, at: clock.now(), session};
      const route = terminalRoute(core.config(), session);
      return entered(await deps.router.dispatch({...inbound, key}, route, {sameText: true}));
    },
    'session.inject': async request => entered(await operatorInject({...core, router: deps.router}, request)),
    'session.preview': request => previewInjection({...core, admit: deps.admit}, request),
    'session.record': note => recordNote(core, note),
    'session.stop': ({session}) => done(sessionService.stop(kept(session))),
    'session.trust': async ({session}) => done(sessionService.trust(kept(session))),
    'session.compact': async ({session}) => done(await sessionService.compact(kept(session))),
    'session.rename': ({session, title}) => done(sessionService.rename(kept(session), title)),
    'session.read': (shown, {connection}) =>
      done(sessionService.read(shown.session, shown.upTo, deps.terminals.shows(connection, shown))),
    'session.retract': ({session, turnId}) => ({text: sessionService.retract(session, turnId)}),

    ...reminderMethods(reminders, alarms, actor),
    ...cronMethods(deps, actor),

    'run.list': ({limit = 50, ...filter}) => ({runs: toWire(store.runs.list({...filter, limit}))}),
    'run.get': ({id}) => {
      const run = store.runs.get(id);
      if (run === undefined) throw new GatewayError('not_found', `No run ${id}.`);
      return toWire({...run, transcript: transcriptOf(store, run), deliveries: store.deliveries.ofRun(id)});
    },

    'outbox.list': ({limit = 50, ...filter}) => ({
      deliveries: toWire(outbox.list({...filter, limit})),
      ...(filter.before === undefined && [undefined, 'queued'].includes(filter.state) && waitingIn(deps.reach)),
    }),
    'outbox.get': ({id}) => toWire(outbox.get(id)),
    'outbox.retry': ({id}) => toWire(outbox.retry(id)),
    'outbox.discard': ({id}) => toWire(outbox.discard(id)),
    'outbox.hold': ({id}) => toWire(outbox.hold(id)),
    'outbox.release': ({id}) => toWire(outbox.release(id)),

    'id.find': ({part, ...only}) => {
      const records = store.findIds(part, {...only, limit: MOST_FOUND + 1});
      return {records: records.slice(0, MOST_FOUND), more: records.length > MOST_FOUND};
    },
    'stats.get': async () => {
      const zone = people.zoneOf(owner());
      return toWire(await gatherStats(store, clock.now(), isZone(zone) ? zone : 'UTC'));
    },
    'stats.keep': async ({id}) => {
      return done(keepTime(store, reminders.get(id, actor()).id, clock.now()));
    },
    why: async ({id}) => {
      return toWire(await explain({store, now: clock.now, cronJob, called: called()}, id));
    },
    'events.subscribe': ({since, ...request}, caller) => deps.subscribe(caller, since, request),
    'events.list': ({before = store.events.seq + 1, limit = 200}) => store.events.before(before, limit),

    ...setupMethods(deps.setup),
    ...signalMethods(deps.signal),
    ...mailMethods(deps.mail),
    ...crossSessionMethods(core, deps.crossSession, owner),
    ...reachMethods(deps.reach, deps.terminals, ({session, upTo}) => sessionService.read(session, upTo)),
    'config.get': ({key}) => deps.config(key),
    'config.check': () => ({problems: deps.problems()}),
    'config.set': async ({key, value}) => ({problems: await deps.setConfig(key, value)}),
  };
};

const entered = (entry: Entry): {session: SessionKey; turnId: TurnId} => {
  if (entry.kind === 'refused') throw new GatewayError('refused', entry.reason);
  return {session: entry.session, turnId: entry.turnId};
};

const done = (_: unknown): Record<never, never> => ({});

/** As many as a sentence about an ambiguous id names. */
const MOST_FOUND = 5;

/** The messages that quiet hours hold back; older clients don't know them. */
const waitingIn = ({waiting}: Pick<ReachService, 'waiting'>) => {
  const held = waiting();
  return held.length === 0 ? {} : {waiting: toWire(held)};
};

type SetupMethods = Pick<Methods, 'setup.providers' | 'setup.models' | 'setup.try' | 'setup.save'>;

/** RPC methods that connect a model. What they need is loaded with the first call. */
const setupMethods = (setup: ModelSetup): Handlers<SetupMethods> => ({
  'setup.providers': () => setup.providers(),
  'setup.models': request => setup.models(request),
  'setup.try': ({model, ...request}) => setup.attempt(request, model),
  'setup.save': ({model, ...request}) => setup.save(request, model),
});
