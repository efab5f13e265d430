// The RPC methods: each calls a flow or the store. The socket proves that the caller is the operator.
import type {HandlersOf, Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import {toWire} from '../../shared/fields/wire.ts';
import {type OperationName, operationsOn} from '../../shared/operations/operations.ts';
import {addressName, conversationName} from '../../shared/record-text/names.ts';
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import {isDaemonSession, mainSession, type SessionKey} from '../../shared/records/session-key.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {momentWithZone} from '../../shared/time/format-time.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import {isZone} from '../../shared/time/zone.ts';
import type {Approvals} from '../flows/approvals/approvals.ts';
import type {OutboxService} from '../flows/outbox-service.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';
import {gatherStats, keepTime} from '../flows/stats/gather-stats.ts';
import {explain} from '../flows/why/explain.ts';
import type {Called} from '../flows/why/format-trace.ts';
import type {Actor} from '../routing/actor.ts';
import {transcriptOf} from '../turns/run-transcript.ts';
import {cronMethods} from './cron-methods.ts';
import {reminderMethods} from './reminder-methods.ts';
import type {RpcMethodsDeps} from './services.ts';
import {sessionMethods} from './session-methods.ts';

export const createMethods = (deps: RpcMethodsDeps): Handlers<Methods> => {
  const {core, sessionService, reminders, alarms, outbox, setup, signal, mail, reach} = deps;
  const {store, clock, index, people} = core;
  const main = (): SessionKey => mainSession(core.agent());
  const owner = (): string => people.owner() ?? 'owner';
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
    'sandbox.try': () => deps.trySandbox(),
    ...endMethods(deps),

    'daemon.dismiss': ({id}) => {
      const content = deps.storage.dismiss(id);
      if (content === undefined) throw new GatewayError('not_found', `No unreadable entry ${id}.`);
      return {dismissed: id, content};
    },

    ...deps.storage.followed,

    'backup.create': async request => toWire(await deps.storage.backUp(request)),

    ...sessionMethods(deps, owner),

    ...reminderMethods(reminders, alarms, actor),
    ...cronMethods(deps, actor),
    ...approvalMethods(deps.approvals, owner),

    'run.list': ({limit = 50, ...filter}) => ({runs: toWire(store.runs.list({...filter, limit}))}),
    'run.get': ({id}) => {
      const run = store.runs.get(id);
      if (run === undefined) throw new GatewayError('not_found', `No run ${id}.`);
      return toWire({...run, transcript: transcriptOf(store, run), deliveries: store.deliveries.ofRun(id)});
    },

    'outbox.list': ({limit = 50, ...filter}) => ({
      deliveries: toWire(outbox.list({...filter, limit})),
      ...(filter.before === undefined && [undefined, 'queued'].includes(filter.state) && waitingIn(reach)),
    }),
    'outbox.get': ({id}) => toWire(outbox.get(id)),
    ...operationsOnDeliveries(outbox),

    'id.find': ({part, ...only}) => {
      const records = store.findIds(part, {...only, limit: MOST_FOUND + 1});
      return {records: records.slice(0, MOST_FOUND), more: records.length > MOST_FOUND};
    },
    'stats.get': async () => {
      const zone = people.zoneOf(owner());
      return toWire(await gatherStats(store, clock.now(), isZone(zone) ? zone : 'UTC'));
    },
    'stats.keep': async ({id}) => {
      keepTime(store, reminders.get(id, actor()).id, clock.now());
      return {};
    },
    why: async ({id}) => {
      return toWire(await explain({store, now: clock.now, cronJob, called: called(), people}, id));
    },
    'events.subscribe': ({since, ...request}, caller) => {
      deps.terminals.follows(caller.connection);
      return deps.subscribe(caller, since, request);
    },
    'events.list': ({before = store.events.seq + 1, limit = 200}) => store.events.before(before, limit),

    'setup.providers': () => setup.providers(),
    'setup.address': request => setup.address(request),
    'setup.models': request => setup.models(request),
    'setup.try': ({model, ...request}) => setup.attempt(request, model),
    'setup.save': ({model, contextTokens, ...request}) => setup.save(request, model, contextTokens),

    'signal.status': () => toWire(signal.status()),
    'signal.link': ({deviceName}, {connection}) => signal.link(deviceName, connection.inputEnded),
    'signal.linked': ({uri}) => signal.linked(uri),
    'signal.allow': request => signal.allow(request),
    'signal.trust': ({contact, safetyNumber}) => signal.trust(contact, safetyNumber),
    'signal.prove': ({captcha}) => signal.prove(captcha),
    'signal.rang': ({address, rang}) => toWire(signal.rang(address, rang)),
    'outbox.send': request => toWire(signal.send(request)),
    'ledger.clear': ({contact}) => signal.clear(contact),
    'ledger.get': ({contact}) => toWire(signal.ledger(contact)),

    'mail.status': () => toWire(mail.status()),
    'mail.authorize': client => mail.setup.authorize(client),
    'mail.setup': (request, {connection}) => mail.setup.run(request, connection.inputEnded),

    'client.presence': (report, {connection}) => {
      // Somebody came back to a terminal that had shown it.
      for (const {session, upTo} of deps.terminals.report(connection, report)) sessionService.read(session, upTo);
      return {};
    },
    'reach.list': () => ({people: toWire(reach.list())}),
    'reach.quiet': ({user, ...words}) => toWire(reach.quiet(user, words)),
    'reach.digest': ({user, id}) => ({waiting: id === undefined ? reach.digest(user) : reach.release(id)}),
    'reach.answer': ({address, arrived}) => toWire(reach.answer(address, arrived)),
    ...configMethods(deps),
  };
};

const endMethods = ({stop}: RpcMethodsDeps): Pick<Handlers<Methods>, `daemon.${'stop' | 'restart'}`> => ({
  'daemon.stop': () => {
    stop('stop');
    return {};
  },
  'daemon.restart': () => {
    stop('restart');
    return {};
  },
});

const configMethods = ({config}: RpcMethodsDeps): Pick<Handlers<Methods>, `config.${'get' | 'check' | 'set'}`> => ({
  'config.get': ({key}) => config.get(key),
  'config.check': () => ({problems: config.problems()}),
  'config.set': async ({key, value}) => ({problems: await config.set(key, value)}),
});

type DeliveryHandlers = Pick<Handlers<Methods>, OperationName<'delivery'>>;

const operationsOnDeliveries = (outbox: OutboxService): DeliveryHandlers =>
  Object.fromEntries(
    operationsOn('delivery').map(([name]) => [name, ({id}: {readonly id: string}) => toWire(outbox.operate(name, id))]),
  ) as unknown as DeliveryHandlers;

/** As many as a sentence about an ambiguous id names. */
const MOST_FOUND = 5;

/** The messages that quiet hours hold back; older clients don't know them. */
const waitingIn = ({waiting}: Pick<ReachService, 'waiting'>) => {
  const held = waiting();
  return held.length === 0 ? {} : {waiting: toWire(held)};
};

const approvalMethods = (approvals: Approvals, owner: () => string): HandlersOf<'approval'> => ({
  'approval.list': ({limit = 50, ...filter}) => {
    const found = approvals.list({...filter, limit: limit + 1});
    return {approvals: toWire(found.slice(0, limit)), more: found.length > limit || undefined};
  },
  'approval.get': ({id}) => toWire(approvals.get(id)),
  'approval.answer': async ({id, answer, always}) => {
    if (always !== undefined && answer === 'deny')
      throw new GatewayError('invalid', 'Only an approval can become a rule.');
    const until = always?.until === undefined ? undefined : instantOfIso(always.until);
    const rule = always && {...always, until};
    const answered = approvals.answer({id, answer, always: rule, by: owner(), way: 'terminal'});
    return toWire(await approvals.carriedOut(answered));
  },
  'approval.rules': () => ({rules: toWire(approvals.rules())}),
  'approval.policy': async ({ask = {}, days = 7}) => toWire(await approvals.preview(ask, days)),
  'approval.revoke': ({id}) => ({revoked: toWire(approvals.revoke(id))}),
});
