// The eight places where the daemon's effects leave it: RPC answers, published events, channel sends, receipts and
// reactions, model calls, tool runs, HTTP answers, mail flags. Each function wraps a port, so that what leaves there
// waits for the gate. Without a gate it returns the port itself. The order of a place is kept.
//
// These wait for nothing, because they follow from no commit, or say that there is no gate to pass now:
// - `hello`, `daemon.status`, `daemon.stop` and `daemon.restart`; the number of clients; the reason of a disconnect;
//   the notice that nothing may leave now
// - `/health`, `/ready` and `/metrics`
// - questions: probes of servers and of signal-cli, lists of models, DNS, mail that is read, tokens to log in
// - what a person does at the setup: the trial of a model server, of a mailbox or of the sandbox, the link of Signal
// - signal-cli's own delivery receipts, which it sends when it receives
// - the word to the machine that this one has taken over from (`tellOldMachine`)
import type {Methods} from '../ipc/method-table.ts';
import type {Handlers} from '../ipc/wire/index.ts';
import {SendFailure} from '../shared/records/delivery/send-failure.ts';
import {GatewayError} from '../shared/text/gateway-error.ts';
import type {Clock} from '../shared/time/clock.ts';
import {SECOND} from '../shared/time/time.ts';
import type {SentFolder} from './channels/mail/outgoing/sent-folder.ts';
import type {SignalCaller} from './channels/signal-cli/index.ts';
import type {Endpoints} from './doors/http/endpoint.ts';
import type {Channel} from './ports/channel.ts';
import type {RunCommand} from './ports/command.ts';
import type {Model, Models} from './ports/model.ts';
import {hasPassed, inOrder, type OutputGate} from './ports/output-gate.ts';
import type {SubscriptionsDeps} from './rpc/subscriptions.ts';
import type {RequestOnce} from './system/http/request-once.ts';
import {inTime} from './system/time-limit.ts';
import type {LiveText} from './turns/live-text.ts';
import type {StepEnd, StepRequest} from './turns/model-step.ts';
import type {TurnTools} from './turns/turn-job.ts';

type Gate = OutputGate | undefined;

/** The port itself without a gate. */
const behind = <P>(port: P, gate: Gate, wrap: (gate: OutputGate) => P): P =>
  gate === undefined ? port : wrap(inOrder(gate));

/** RPC answers: results and errors. */
export const rpcAnswers = (handlers: Handlers<Methods>, gate: Gate): Handlers<Methods> =>
  behind(handlers, gate, line => {
    const held = Object.entries(handlers).map(([name, handle]) => {
      if (FOLLOWS_FROM_NOTHING.has(name)) return [name, handle];
      const answer = async (...call: readonly unknown[]): Promise<unknown> => {
        try {
          return await (handle as (...given: readonly unknown[]) => unknown)(...call);
        } finally {
          await line.passed();
        }
      };
      return [name, answer];
    });
    return Object.fromEntries(held);
  });

type Published = Pick<SubscriptionsDeps, 'eventsAfter' | 'currentSeq' | 'onCommitted'> & Pick<LiveText, 'follow'>;

/** Published events, and the text of running turns between them. */
export const publishedEvents = (published: Published, gate: Gate): Published =>
  behind(published, gate, line => {
    const once = (step: () => void): void => {
      const passed = line.passed();
      if (passed === undefined) step();
      else void passed.then(step);
    };
    let newest = 0;
    const release = (seq: number): void => {
      newest = Math.max(newest, seq);
    };
    const stored = published.currentSeq();
    once(() => release(stored));
    return {
      currentSeq: published.currentSeq,
      // A client that catches up reads the store, which is ahead of the gate.
      eventsAfter: (since, limit) => published.eventsAfter(since, limit)?.filter(({seq}) => seq <= newest),
      onCommitted: listener =>
        published.onCommitted(events =>
          once(() => {
            release(events.at(-1)?.seq ?? newest);
            listener(events);
          }),
        ),
      follow: listener =>
        published.follow({
          delta: delta => once(() => listener.delta(delta)),
          thinking: delta => once(() => listener.thinking(delta)),
        }),
    };
  });

/**
 * Channel sends, and withdrawals. A send may wait for long: its attempt has no time limit until then. A mail waits
 * again once its server is ready (`smtp.ts`).
 */
export const channelSends = <C extends Channel>(channel: C, gate: Gate, clock: Clock): C =>
  behind(channel, gate, line => ({
    ...channel,
    gate: line,
    send: async (outbound, signal, onPart) => {
      if (!(await hasPassed(line, signal))) throw new SendFailure(NOT_SENT, {retry: 'unsent'});
      return await channel.send(outbound, signal, onPart);
    },
    // The caller asks again in a minute.
    withdraw: async copy => {
      if (channel.withdraw === undefined) return 'left';
      if (!(await passesSoon(line, clock))) throw new SendFailure(NOT_SENT, {retry: 'unsent'});
      return await channel.withdraw(copy);
    },
  }));

/**
 * Receipts and reactions, and whatever else others see of a call to signal-cli: a message that had passed the gate may
 * have waited for another one in its chat. A call that can't leave soon ends as unsent, which its caller knows.
 */
export const receiptsAndReactions = (caller: SignalCaller, gate: Gate, clock: Clock): SignalCaller =>
  behind(caller, gate, line => ({
    call: async (method, params, timeoutMs) => {
      if (!QUESTIONS_TO_SIGNAL.has(method) && !(await passesSoon(line, clock)))
        return {kind: 'unsent', because: NOT_STORED};
      return await caller.call(method, params, timeoutMs);
    },
  }));

type Asking = {readonly models: Models; readonly runStep: (request: StepRequest) => Promise<StepEnd>};

/** Model calls. A step waits before its time limits begin, and each of its requests again. */
export const modelCalls = (asking: Asking, gate: Gate): Asking =>
  behind(asking, gate, line => {
    const held = (model: Model): Model => ({
      specificationVersion: model.specificationVersion,
      provider: model.provider,
      modelId: model.modelId,
      supportedUrls: model.supportedUrls,
      doGenerate: async options => {
        if (!(await hasPassed(line, options.abortSignal))) throw new GatewayError('unavailable', NOT_SENT);
        return await model.doGenerate(options);
      },
      doStream: async options => {
        if (!(await hasPassed(line, options.abortSignal))) throw new GatewayError('unavailable', NOT_SENT);
        return await model.doStream(options);
      },
    });
    const hasWaited = async ({signal, whileWaiting}: StepRequest): Promise<boolean> => {
      using _limit = whileWaiting?.();
      return await hasPassed(line, signal);
    };
    return {
      models: {
        candidates: async wanted => {
          const choices = await asking.models.candidates(wanted);
          return choices.map(choice => ({...choice, model: held(choice.model)}));
        },
      },
      runStep: async request =>
        (await hasWaited(request)) ? await asking.runStep(request) : {kind: 'aborted', text: ''},
    };
  });

/** Tool runs. One that is stopped meanwhile isn't begun. */
export const toolRuns = (load: () => Promise<TurnTools>, gate: Gate): (() => Promise<TurnTools>) =>
  behind(load, gate, line => async () => {
    const tools = await load();
    return {
      ...tools,
      run: async (call, context) => {
        await hasPassed(line, context.signal);
        return await tools.run(call, context);
      },
    };
  });

/** Tool runs, too: the commands of jobs, of voice messages and of the notify channel. */
export const commandRuns = (run: RunCommand, gate: Gate): RunCommand =>
  behind(run, gate, line => async request => {
    if (!(await hasPassed(line, request.signal))) return {ok: false, output: '', error: NOT_SENT};
    return await run(request);
  });

/** HTTP answers of hooks and wake-ups. */
export const httpAnswers = (endpoints: Endpoints, gate: Gate): Endpoints =>
  behind(endpoints, gate, line => {
    const later = async <T>(answer: Promise<T>): Promise<T> => {
      try {
        return await answer;
      } finally {
        await line.passed();
      }
    };
    return {
      hook: (...request) => later(endpoints.hook(...request)),
      wake: (...request) => later(endpoints.wake(...request)),
    };
  });

/** Over HTTP, too: requests to targets, and pings. Their callers have time limits, and try again. */
export const httpRequests = (request: RequestOnce, gate: Gate): RequestOnce =>
  behind(request, gate, line => async asked => {
    if (!(await hasPassed(line, asked.signal))) throw new GatewayError('unavailable', NOT_SENT);
    return await request(asked);
  });

/** Mail flags: the copy of a sent mail is the only change in the mailbox. */
export const mailFlags = (sent: SentFolder, gate: Gate): SentFolder =>
  behind(sent, gate, line => ({
    has: sent.has,
    keep: async (messageId, raw, signal) => {
      if (!(await hasPassed(line, signal))) throw new GatewayError('unavailable', NOT_SENT);
      await sent.keep(messageId, raw, signal);
    },
  }));

const passesSoon = async (gate: OutputGate, clock: Clock): Promise<boolean> => {
  const passed = gate.passed();
  return passed === undefined || (await inTime(passed, SOON_MS, clock));
};

const FOLLOWS_FROM_NOTHING: ReadonlySet<string> = new Set(['hello', 'daemon.status', 'daemon.stop', 'daemon.restart']);
const QUESTIONS_TO_SIGNAL: ReadonlySet<string> = new Set([
  'version',
  'listAccounts',
  'subscribeReceive',
  'unsubscribeReceive',
  'listContacts',
  'listGroups',
  'listIdentities',
  'listDevices',
  'getAttachment',
]);
const SOON_MS = 5 * SECOND;
const NOT_STORED = 'the newest changes are not stored in PostgreSQL yet';
const NOT_SENT = `It was not sent: ${NOT_STORED}.`;
