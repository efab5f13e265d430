// The output gate before signal-cli and a mailbox, in a whole daemon. Without a gate, the same leaves at once.
import {describe, expect, test} from 'vitest';
import {ALICE, file} from '../signal-stand-in/signal/samples.ts';
import {rest} from '../support/fake-clock.ts';
import {handGate} from '../support/hand-gate.ts';
import {startImap} from '../support/mail/imap-stand-in.ts';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {startSmtp} from '../support/mail/smtp-stand-in.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const EFFECTS = ['sendReceipt', 'sendTyping', 'sendReaction', 'send', 'remoteDelete'];
const effectsIn = ({server}: SignalHome): readonly string[] =>
  server.calls().flatMap(({method}) => (EFFECTS.includes(method) ? [method] : []));

describe.each([
  ['a closed gate', true],
  ['no gate', false],
])('with %s', (_, isGated) => {
  test('receipt, typing sign and answer of a Signal message wait, and each leaves once', async () => {
    await using home = await signalHome();
    const gate = handGate();
    await using fixture = await openTestDaemon({home: home.path, gate: isGated ? gate : undefined});
    await fixture.whileTimePasses(fixture.event('channel.status', ({inbound}) => inbound === 'up'));
    gate.close();
    home.server.enqueue(text('one', 1));
    if (isGated) {
      // At a closed gate messages are left at Signal after a moment, so the clock stands still until this one is here.
      await until('the receipt is held', () => gate.waits() > 0);
      await fixture.whileTimePasses(until('the answer is held', () => gate.waits() >= 4));
      for (let step = 0; step < 20; step += 1) await fixture.clock.advance(500);
      await rest();
      expect(effectsIn(home)).toEqual([]);
      expect(home.model.asked.size).toBe(0);
    } else {
      await fixture.whileTimePasses(until('the answer', () => effectsIn(home).includes('send')));
    }
    gate.open();
    await fixture.whileTimePasses(fixture.event('delivery.sent'));
    await fixture.whileTimePasses(until('the receipt', () => effectsIn(home).includes('sendReceipt')));
    const once = effectsIn(home).filter(method => method === 'send' || method === 'sendReceipt');
    expect(once.toSorted()).toEqual(['send', 'sendReceipt']);
    expect(home.sends()).toMatchObject([{recipient: ALICE.uuid, message: 'You said: one'}]);
  });

  test('a mail waits once more when the server is ready to take it, and then its copy waits', async () => {
    using dir = tempDir();
    await using imap = await startImap();
    await using smtp = await startSmtp();
    const gate = handGate();
    await using fixture = await openTestDaemon({
      home: dir.path,
      config: {
        users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'mail:alice@example.org']}],
        mail: mailConfig(smtp.port, imap.port),
      },
      gate: isGated ? gate : undefined,
    });
    await until('the mailbox is read', () => imap.isIdle());
    await fixture.whileTimePasses(fixture.event('channel.status', ({outbound}) => outbound === 'up'));
    // Whatever the sender asks the server from now on is asked after the mail has left.
    const logins = imap.logins();
    const connections = smtp.connections();
    const closeAt = (step: number): void => {
      let steps = 0;
      smtp.answer(() => {
        steps += 1;
        if (steps === step) gate.close();
        return 'accept';
      });
    };
    closeAt(1);
    await fixture.call('outbox.send', {to: 'mail:alice@example.org', text: 'Hello'});
    if (isGated) {
      await fixture.whileTimePasses(until('the connection', () => smtp.connections() > connections));
      await new Promise(resolve => setTimeout(resolve, 100));
      expect(smtp.mails.length).toBe(0);
      // Sender, recipient and content follow.
      closeAt(3);
      gate.open();
    }
    await fixture.whileTimePasses(until('the mail', () => smtp.mails.length === 1));
    if (isGated) {
      for (let turn = 0; turn < 20; turn += 1) await rest();
      expect(imap.logins()).toBe(logins);
    } else {
      await until('the copy', () => imap.logins() > logins);
    }
    gate.open();
    await until('the copy', () => imap.logins() > logins);
    await fixture.whileTimePasses(fixture.event('delivery.sent'));
    expect([smtp.mails.length, imap.logins()]).toEqual([1, logins + 1]);
  });
});

test('a daemon that stops while a voice message waits ends soon, and the next one hears it', async () => {
  await using home = await signalHome({speech: {command: ['echo', 'turn it off']}});
  home.server.set('files', {'VoIcE1.aac': Buffer.from('a voice').toString('base64')});
  const gate = handGate();
  const fixture = await openTestDaemon({home: home.path, gate});
  await fixture.whileTimePasses(fixture.event('channel.status', ({inbound}) => inbound === 'up'));
  gate.close();
  const waits = gate.waits();
  const voice = {message: null, attachments: [file('VoIcE1.aac', 'audio/aac', {size: 7})]};
  home.server.enqueue(text('', 1, ALICE, voice));
  await fixture.whileTimePasses(until('the voice message', () => gate.waits() > waits));
  await fixture.clock.advance(1_000);
  const stoppedAt = fixture.clock.now();
  await using next = await fixture.restart({gate: undefined});
  expect(next.clock.now() - stoppedAt).toBeLessThan(15_000);
  const heard = await next.whileTimePasses(
    next.event('delivery.queued', ({delivery}) => delivery.text.startsWith('I heard')),
  );
  expect(heard.delivery.text).toContain('turn it off');
});
