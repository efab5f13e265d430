import {readFileSync} from 'node:fs';
import {test} from 'vitest';
import {openMail} from '../../src/daemon/channels/mail/channel.ts';
import type {MailReceiver} from '../../src/daemon/channels/mail/incoming/receiver.ts';
import {openNtfy} from '../../src/daemon/channels/ntfy/channel.ts';
import {HOOK} from '../../src/daemon/channels/send-only/hook.ts';
import {NOTIFY} from '../../src/daemon/channels/send-only/notify.ts';
import {openSendOnly} from '../../src/daemon/channels/send-only/send-only-channel.ts';
import {createOutbox} from '../../src/daemon/delivery/outbox.ts';
import {startOutboxDrain} from '../../src/daemon/delivery/outbox-drain.ts';
import {findProgram} from '../../src/daemon/system/find-program.ts';
import {createJobShell, createShell} from '../../src/daemon/tools/shell/workspace-shell.ts';
import type {Delivery} from '../../src/shared/records/delivery/delivery.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {SECOND} from '../../src/shared/time/time.ts';
import {channelFixture} from '../daemon/channels/signal/channel-fixture.ts';
import {openTestStore} from '../daemon/store/store-fixture.ts';
import {ALICE} from '../signal-stand-in/signal/samples.ts';
import {countingIds} from '../support/counting-ids.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {fakeSandbox} from '../support/fake-sandbox.ts';
import {mailConfig, senderFixture} from '../support/mail/mail-fixture.ts';
import {startSmtp} from '../support/mail/smtp-stand-in.ts';
import {memoryLog} from '../support/memory-log.ts';
import {startNtfyServer} from '../support/ntfy-server.ts';
import {sendTools} from '../support/send-tools.ts';
import {startTargetServer, type TargetRequest} from '../support/target-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';
import {channelContract} from './channel.contract.ts';

channelContract('ntfy', async () => {
  const server = await startNtfyServer();
  const store = openTestStore();
  const channel = openNtfy({
    store,
    clock: systemClock(),
    ids: countingIds(),
    log: memoryLog(),
    config: {url: server.url, topic: 'top', replyTopic: 'replies'},
    chance: () => 0,
    onStatus: () => {},
  });
  return {
    channel,
    address: 'ntfy:default',
    arrived: () => server.shown('top').map(({message}) => message),
    refuse: () => server.answer({status: 413, body: '{"code":41303,"error":"JSON body too large"}'}),
    [Symbol.asyncDispose]: async () => {
      await channel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    },
  };
});

channelContract('notify', async () => {
  const dir = tempDir();
  const clock = systemClock();
  const PATH = process.env['PATH'] ?? '';
  const shell = createShell({
    clock,
    root: dir.path,
    environment: {PATH},
    secretNames: () => [],
    sandbox: fakeSandbox(),
  });
  let refuses = false;
  const tools = sendTools({
    clock,
    run: createJobShell(shell, text => text),
    findProgram: program => (refuses ? undefined : findProgram(program, PATH, dir.path)),
  });
  const channel = openSendOnly(NOTIFY, {command: ['sh', '-c', `cat >> shown; printf '\\0' >> shown`]}, tools);
  return {
    channel,
    address: 'notify:default',
    arrived: () => {
      try {
        return readFileSync(`${dir.path}/shown`, 'utf8').split('\0').slice(0, -1);
      } catch {
        return [];
      }
    },
    refuse: () => {
      refuses = true;
    },
    [Symbol.asyncDispose]: async () => {
      await channel[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
});

channelContract('mail', async () => {
  const smtp = await startSmtp();
  const store = openTestStore();
  const config = mailConfig(smtp.port);
  const fixture = senderFixture(config);
  const channel = openMail({
    config,
    store,
    isServed: () => true,
    openSender: () => fixture,
    openReceiver: () => NOBODYS_MAIL,
    onStatus: () => {},
  });
  return {
    channel,
    address: 'mail:alice@example.org',
    arrived: () => smtp.mails.map(({text}) => text),
    refuse: () => smtp.answer({at: 'data', code: 554, text: '5.7.1 refused'}),
    [Symbol.asyncDispose]: async () => {
      await channel[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    },
  };
});

channelContract('signal', async () => {
  const fixture = channelFixture();
  const signal = await fixture.open();
  let refusedFrom: number | undefined;
  return {
    channel: signal.channel,
    address: `signal:${ALICE.uuid}`,
    arrived: () => fixture.server.calls().slice(0, refusedFrom).flatMap(textIn),
    refuse: () => {
      fixture.server.addRule({method: 'send', error: {code: -1, message: 'refused'}, times: 0});
      refusedFrom = fixture.server.calls().length;
    },
    [Symbol.asyncDispose]: async () => {
      await signal[Symbol.asyncDispose]();
      fixture[Symbol.dispose]();
    },
  };
});

const openHook = (url: string) => openSendOnly(HOOK, {ci: {url, scheme: 'bearer', private: false}}, sendTools({}));

channelContract('hook', async () => {
  const server = await startTargetServer();
  let refusedFrom: number | undefined;
  const channel = openHook(server.url);
  return {
    channel,
    address: 'hook:ci',
    arrived: () => server.requests.slice(0, refusedFrom).map(messageIn),
    refuse: () => {
      refusedFrom = server.requests.length;
      server.answer({status: 500});
    },
    [Symbol.asyncDispose]: async () => {
      await channel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
});

test('hook: an alarm that its target answers with 500 delays no other alarm of that target by more than a second', async () => {
  await using server = await startTargetServer();
  server.answer(request => ({status: messageIn(request) === 'alarm A' ? 500 : 202}));
  await using channel = openHook(server.url);
  using store = openTestStore();
  const clock = fakeClock();
  const ids = countingIds();
  await using _drain = startOutboxDrain({store, clock, channel, ids, log: memoryLog(), jitter: () => 0});
  const outbox = createOutbox({store, clock, ids});
  const [failing, other] = store.transact(emit =>
    ['alarm A', 'alarm B'].map(text =>
      outbox.enqueue({key: text, address: 'hook:ci', text, session: 'rooster:main'}, emit),
    ),
  );
  await clock.advance(SECOND);
  const stateOf = (delivery: Delivery | undefined) => store.deliveries.get(delivery?.id ?? 'dlv_0')?.state;
  await until('both have an answer', () => stateOf(other) === 'sent' && stateOf(failing) === 'queued');
});

// The terminal is in no contract: it has no send that could fail. Its delivery is sent in the transaction that queues it, and its clients
// read it from the database, now or when they connect again.

const messageIn = ({body}: TargetRequest): string => JSON.parse(body).message;

/** Nothing is received here. */
const NOBODYS_MAIL: MailReceiver = {
  half: () => ({state: 'up'}),
  lastReceivedAt: () => undefined,
  restarts: () => 0,
  warning: () => undefined,
  listen: () => ({[Symbol.asyncDispose]: async () => {}}),
};

/** The text of a call that sends one. */
const textIn = ({method, params}: {readonly method: string; readonly params: unknown}): readonly string[] =>
  method === 'send' ? [String((params as {readonly message: string}).message)] : [];
