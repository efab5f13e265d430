// The inbound side with fake ports: what is stored, in which order it is handled, and what is reported.
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {
  forgetUntrusted,
  readContactRequests,
  readUntrusted,
} from '../../../../../src/daemon/channels/inbox/contact-requests.ts';
import type {Delivery} from '../../../../../src/shared/records/delivery/delivery.ts';
import {DAY, MINUTE, SECOND} from '../../../../../src/shared/time/time.ts';
import {
  ALICE,
  CAROL,
  data,
  GROUP_ID,
  groupInfo,
  received,
  samples,
} from '../../../../signal-stand-in/signal/samples.ts';
import {text} from '../../../../support/signal-home.ts';
import {until} from '../../../../support/until.ts';
import {aDelivery, aMessage} from '../../../store/store-fixture.ts';
import {inboundFixture} from './inbound-fixture.ts';

const AT = 1_700_000_000_000;
const receipt = (kind: 'isDelivery' | 'isRead', timestamp: number, from: typeof ALICE | typeof CAROL = ALICE) =>
  received(
    {
      receiptMessage: {
        when: AT,
        isDelivery: false,
        isRead: false,
        isViewed: false,
        [kind]: true,
        timestamps: [timestamp],
      },
    },
    from,
  );

test('a message, its ledger entry and the cursor are stored together; a repeat changes nothing', async () => {
  await using fixture = inboundFixture();
  await fixture.take(text('one', 1), text('two', 2));
  await fixture.take(text('one', 1));
  expect(fixture.store.inbox.counts('signal')).toEqual({received: 2, handled: 0, ignored: 0});
  expect(fixture.store.cursors.get('journal')).toBe('2:0');
  expect(fixture.store.ledger.of(`signal:${ALICE.uuid}`).newestIn?.id).toBe(
    `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + 2}`,
  );
});

test('complete messages in a broken line are received; the broken piece is counted', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  const line = (words: string, number: number) => JSON.stringify(text(words, number));
  await fixture.take(`${line('zero', 0).slice(0, 30)}${line('one', 1)}`);
  await fixture.take(
    `${line('two', 2)}${line('three {"envelope":', 3)}`,
    '{"envelope":{"source":"+1555',
    text('four', 4),
  );
  await fixture.settle();
  expect(fixture.heard.map(inbound => inbound.text)).toEqual(['one', 'two', 'three {"envelope":', 'four']);
  expect(fixture.dropped.count()).toBe(2);
  expect(fixture.dropped.warnings()).toEqual([
    "signal-cli wrote 2 pieces of messages that couldn't be read, last at 2026-11-21T11:00:00.000Z. Messages that were sent to you then may be lost.",
  ]);
  await fixture.clock.advance(8 * DAY);
  expect(fixture.dropped.count()).toBe(0);
});

test('noise on the output of signal-cli is not a lost message, and messages beside it are received', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  const line = (words: string, number: number) => JSON.stringify(text(words, number));
  await fixture.take(
    ...Array.from({length: 445}, () => '[0.012s][warning][cds] The shared archive file was not created by this build.'),
    'WARNING: A terminally deprecated method in sun.misc.Unsafe has been called',
    '\u0000\ufffd{]}"\\',
    '{"level":"info"}',
    `Picked up JAVA_TOOL_OPTIONS: -Xmx1g ${line('one', 1)}`,
    `${line('two } {"', 2)}[warning] stale`,
  );
  await fixture.settle();
  expect(fixture.heard.map(inbound => inbound.text)).toEqual(['one', 'two } {"']);
  expect(fixture.dropped.count()).toBe(0);
  await fixture.take(`{"enve${line('three', 3)}`, '{"envelope":{"source":"+1555');
  expect(fixture.dropped.count()).toBe(2);
});

test('the text of a message is kept apart from the text that it quotes', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  const quote = {id: AT, author: ALICE.number, authorNumber: ALICE.number, authorUuid: ALICE.uuid, text: 'pills'};
  await fixture.take(text('done', 1, ALICE, {quote: {...quote, attachments: []}}));
  await fixture.settle();
  expect(fixture.heard).toMatchObject([{text: 'done', details: {quote: {text: expect.any(String)}}}]);
});

test('a message that waited at the server was written before it was received', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  const line = text('done', 1);
  const waited = {serverReceivedTimestamp: AT, serverDeliveredTimestamp: AT + MINUTE};
  await fixture.take({...line, envelope: {...(line['envelope'] as object), ...waited}});
  await fixture.settle();
  const [inbound] = fixture.heard;
  expect(inbound?.writtenAt).toBe((inbound?.at ?? 0) - MINUTE);
});

test('messages of one chat are handled in order, once, however often they arrive', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  await fixture.take(text('one', 1), text('two', 2), text('one', 1));
  await fixture.take(text('three', 3), text('two', 2));
  await fixture.settle();
  expect(fixture.heard.map(inbound => inbound.text)).toEqual(['one', 'two', 'three']);
});

test("a message that can't be handled now delays only its own chat and is retried", async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  let busy = true;
  fixture.answer(({group}) => (busy && group === undefined ? {kind: 'later', because: 'busy'} : {kind: 'kept'}));
  await fixture.take(text('one', 1), text('two', 2), text('in the group', 3, ALICE, groupInfo()));
  await fixture.settle();
  expect(fixture.heard.map(inbound => inbound.text)).toEqual(['in the group']);
  busy = false;
  await fixture.clock.advance(SECOND);
  await fixture.settle();
  expect(fixture.heard.map(inbound => inbound.text)).toEqual(['in the group', 'one', 'two']);
  expect(fixture.heard[0]).toMatchObject({group: GROUP_ID, context: true});
});

test('/stop overtakes waiting messages of its chat; nothing else does', async () => {
  await using fixture = inboundFixture();
  fixture.answer(({text: words}) => (words === 'one' ? {kind: 'later', because: 'full'} : {kind: 'kept'}));
  await using _ = fixture.listen();
  await fixture.take(text('one', 1), text('/stop it, please', 2), text('two', 3), text(' /Stop', 4));
  await fixture.settle();
  expect(fixture.heard.map(({text: words}) => words)).toEqual([' /Stop']);
  fixture.answer(() => ({kind: 'kept'}));
  await fixture.clock.advance(SECOND);
  expect(fixture.heard.map(({text: words}) => words)).toEqual([' /Stop', 'one', '/stop it, please', 'two']);
});

test("a stranger's text is not stored, and a flood of messages is reported once", async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  await fixture.take(...Array.from({length: 300}, (__, index) => text(`buy this ${index}`, index, CAROL)));
  await fixture.settle();
  expect(fixture.heard).toEqual([]);
  expect(fixture.receipts).toEqual([]);
  expect(fixture.told.filter(({type}) => type === 'policy.refused')).toHaveLength(1);
  expect(readContactRequests(fixture.store.cursors, 'signal')).toMatchObject([
    {address: `signal:${CAROL.uuid}`, name: 'Carol', times: 300},
  ]);
  const kept = fixture.store.inbox.list({channel: 'signal', limit: 400});
  expect(new Set(kept.map(({event = '', state, receipt: owed}) => `${event}|${state}|${owed}`))).toEqual(
    new Set(['|ignored|none']),
  );
});

test('AT-35: after a reaction, a receipt or a stranger’s message nobody is owed a reply, and strangers get no receipt', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  await fixture.take(samples().reaction, receipt('isRead', AT), text('buy this', 3, CAROL));
  await fixture.settle();
  await fixture.clock.advance(SECOND);
  const newest = [ALICE, CAROL].map(({uuid}) => fixture.store.ledger.of(`signal:${uuid}`).newestIn);
  expect([newest, fixture.receipts]).toEqual([[undefined, undefined], []]);
});

test('a message in a group that nobody configured is a contact request, and says how to allow the group', async () => {
  await using fixture = inboundFixture();
  await fixture.take(text('hi', 1, ALICE, {groupInfo: {groupId: 'c3RyYW5nZXJz', groupName: 'Spam', type: 'DELIVER'}}));
  await fixture.take(text('hello', 2, CAROL, groupInfo()));
  expect(fixture.told.filter(({type}) => type === 'policy.refused')).toMatchObject([
    {reason: expect.stringMatching(/^Contact request from .*"Spam".*add "c3RyYW5nZXJz" to signal\.groups\.$/u)},
    {reason: expect.stringMatching(/^Contact request from .*add "signal:.*" to the match of somebody under users\.$/u)},
  ]);
});

test('a message with an impossible timestamp is reported', async () => {
  await using fixture = inboundFixture();
  await fixture.take(received({dataMessage: {...data('hi'), timestamp: -1}}));
  expect(fixture.told.filter(({type}) => type === 'policy.refused')).toMatchObject([
    {reason: expect.stringMatching(/^A message from Alice .* has an impossible timestamp and was dropped\./u)},
  ]);
});

test("an undecryptable message is reported and doesn't block its later arrival", async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  await fixture.take(samples().untrusted, samples().untrusted, samples().undecryptable);
  expect(fixture.told.filter(({type}) => type === 'policy.refused')).toMatchObject([
    {reason: expect.stringContaining('safety number of Alice')},
    {reason: expect.stringContaining("Couldn't decrypt")},
  ]);
  expect(readContactRequests(fixture.store.cursors, 'signal')).toEqual([]);
  expect(readUntrusted(fixture.store.cursors)).toMatchObject([{name: expect.stringContaining('Alice')}]);
  forgetUntrusted(fixture.store.cursors, () => false);
  expect(readUntrusted(fixture.store.cursors)).toHaveLength(1);
  forgetUntrusted(fixture.store.cursors, address => address === `signal:${ALICE.uuid}`);
  expect(readUntrusted(fixture.store.cursors)).toEqual([]);
  await fixture.take(samples().dm);
  await fixture.settle();
  expect(fixture.heard.map(inbound => inbound.text)).toEqual(['good morning']);
});

test('read receipts for stored messages leave in one call, and failed ones are retried', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  fixture.receiptsGo(false);
  await fixture.take(text('one', 1), text('two', 2));
  await fixture.settle();
  await fixture.clock.advance(SECOND);
  expect(fixture.receipts).toEqual([[ALICE.uuid, [AT + 1, AT + 2]]]);
  fixture.receiptsGo(true);
  await fixture.clock.advance(31 * SECOND);
  expect(fixture.receipts).toHaveLength(2);
  expect(fixture.store.inbox.receiptsOwed('signal', 10)).toEqual([]);
  await fixture.clock.advance(120 * SECOND);
  expect(fixture.receipts).toHaveLength(2);
});

test('a receipt moves its delivery forward, never back; read implies delivered', async () => {
  await using fixture = inboundFixture();
  const sent = fixture.store.deliveries.add(
    aDelivery('1', {address: `signal:${ALICE.uuid}`, state: 'sent', sentAt: AT}),
  );
  fixture.store.deliveries.noteSentIds(sent, [String(AT + 50), String(AT + 51)]);
  const state = () => fixture.store.deliveries.get('dlv_1')?.state;
  await fixture.take(receipt('isDelivery', AT + 50));
  expect(state()).toBe('sent');
  await fixture.take(receipt('isRead', AT + 51, CAROL));
  expect(state()).toBe('sent');
  await fixture.take(receipt('isRead', AT + 51));
  expect(fixture.store.deliveries.get('dlv_1')).toMatchObject({
    state: 'read',
    deliveredAt: fixture.clock.now(),
    readAt: fixture.clock.now(),
  });
  await fixture.take(receipt('isDelivery', AT + 51));
  expect(state()).toBe('read');
  expect(fixture.told.filter(({type}) => type === 'delivery.receipt')).toHaveLength(1);
});

test('a receipt that arrives before the send result counts after it', async () => {
  await using fixture = inboundFixture();
  const queued = fixture.store.deliveries.add(aDelivery('1', {address: `signal:group:${GROUP_ID}`, state: 'sending'}));
  await fixture.take(receipt('isDelivery', AT + 60), receipt('isRead', AT + 60));
  const sent: Delivery = {...queued, state: 'sent', sentAt: AT};
  fixture.store.transact(emit => {
    fixture.store.deliveries.update(sent);
    fixture.store.deliveries.noteSentIds(sent, [String(AT + 60)]);
    emit({type: 'delivery.sent', delivery: sent});
  });
  await fixture.settle();
  expect(fixture.store.deliveries.get('dlv_1')?.state).toBe('read');
});

test('messages that the owner sends from another device are only recorded', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  await fixture.take(samples().syncDm, samples().syncGroup, samples().syncEdit, samples().syncRead, samples().typing);
  await fixture.settle();
  expect(fixture.heard).toEqual([]);
  expect(fixture.store.ledger.of(`signal:${ALICE.uuid}`)).toEqual({
    newestOut: {at: fixture.clock.now(), id: `elsewhere/${AT}`},
  });
  expect(fixture.store.inbox.counts('signal')).toEqual({received: 0, handled: 0, ignored: 0});
});

test('an edit of an edit changes the original message; a reaction names its delivery', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  const ours = fixture.store.deliveries.add(
    aDelivery('1', {address: `signal:${ALICE.uuid}`, state: 'sent', sentAt: AT}),
  );
  fixture.store.deliveries.noteSentIds(ours, [String(AT - 9_000)]);
  const edit = (target: number, at: number) =>
    received(
      {
        editMessage: {
          targetSentTimestamp: target,
          dataMessage: {timestamp: at, message: `v${at - AT}`, expiresInSeconds: 0, viewOnce: false},
        },
      },
      ALICE,
      at,
    );
  await fixture.take(text('v1', 1), edit(AT + 1, AT + 2), edit(AT + 2, AT + 3), samples().reaction);
  await fixture.settle();
  const key = `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + 1}`;
  expect(fixture.changes.map(({of, text: words}) => [of, words])).toEqual([
    [key, 'v2'],
    [key, 'v3'],
  ]);
  expect(fixture.reactions).toMatchObject([{emoji: '👍', removed: false, to: 'dlv_1', sender: ALICE.uuid}]);
});

test('a deleted message leaves no text and no file, and neither do its edits', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  const edit = (target: number, at: number) =>
    received({editMessage: {targetSentTimestamp: target, dataMessage: data(`secret ${at - AT}`, {}, {at})}}, ALICE, at);
  await fixture.take(
    text('secret', 1),
    text('kept', 2),
    edit(AT + 1, AT + 3),
    edit(AT + 3, AT + 4),
    edit(AT + 2, AT + 5),
  );
  await fixture.settle();
  const key = (number: number) => `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + number}`;
  const path = join(fixture.folder, 'received/a.jpg');
  mkdirSync(join(fixture.folder, 'received'));
  writeFileSync(path, 'a picture');
  fixture.store.messages.add(
    aMessage('1', {text: 'secret', attachments: [{path: 'received/a.jpg', type: 'image/jpeg', size: 9}]}),
    key(1),
  );
  await fixture.take(text('', 6, ALICE, {message: null, remoteDelete: {timestamp: AT + 4}}));
  await until('it is settled', () => fixture.store.inbox.counts('signal').received === 0);
  expect(fixture.changes.at(-1)).toMatchObject({of: key(1), revisions: [key(4), key(3)]});
  expect(fixture.changes.at(-1)).not.toHaveProperty('text');
  expect(existsSync(path)).toBe(false);
  const raws = fixture.store.inbox.list({channel: 'signal', limit: 9}).map(({event}) => JSON.stringify(event) ?? '');
  expect(raws.filter(raw => /secret(?! 5)/u.test(raw))).toEqual([]);
  expect(raws.filter(raw => raw.includes('kept') || raw.includes('secret 5'))).toHaveLength(2);
});

test('of a flood of messages only the last fifty are answered; the others are recorded', async () => {
  await using fixture = inboundFixture();
  await fixture.take(...Array.from({length: 120}, (__, index) => text(`${index + 1}`, index + 1)));
  await using _ = fixture.listen();
  await until('all are handled', () => fixture.heard.length === 120);
  expect(fixture.heard.filter(({context}) => context === undefined).map(inbound => inbound.text)).toEqual(
    Array.from({length: 50}, (__, index) => `${71 + index}`),
  );
});

test("each of a person's waiting messages is answered: every one may be a request", async () => {
  await using fixture = inboundFixture();
  await fixture.take(...Array.from({length: 49}, (__, index) => text(`${index + 1}`, index + 1)));
  await using _ = fixture.listen();
  await until('all are handled', () => fixture.heard.length === 49);
  expect(fixture.heard.filter(({context}) => context !== undefined)).toEqual([]);
});

test('a failed message of a long backlog is retried before anything is answered', async () => {
  await using fixture = inboundFixture();
  let refusals = 3;
  fixture.answer(({text: words}) => {
    if (words !== '30' || refusals <= 0) return {kind: 'kept'};
    refusals -= 1;
    return {kind: 'later', because: 'full'};
  });
  await fixture.take(...Array.from({length: 180}, (__, index) => text(`${index + 1}`, index + 1)));
  await using _ = fixture.listen();
  await fixture.settle();
  expect(fixture.heard.some(({context}) => context === undefined)).toBe(false);
  await fixture.clock.advance(10 * SECOND);
  await until('all are handled', () => fixture.heard.length === 180);
  expect(new Set(fixture.heard.map(inbound => inbound.text)).size).toBe(180);
  expect(fixture.heard.slice(-50).map(inbound => inbound.text)).toEqual(
    Array.from({length: 50}, (__, index) => `${131 + index}`),
  );
  // A batch waits some turns of the event loop for the rest of it.
  for (let turn = 0; turn < 10 && fixture.store.inbox.counts('signal').received > 0; turn += 1) await fixture.settle();
  expect(fixture.store.inbox.counts('signal')).toMatchObject({received: 0, handled: 180});
});

test('unreadable lines are skipped and logged; the lines beside them are stored', async () => {
  await using fixture = inboundFixture();
  await fixture.take('{"envelope"', '', '[]', 'null', text('still here', 1));
  expect(fixture.store.inbox.counts('signal').received).toBe(1);
  expect(fixture.log.lines.filter(({level}) => level === 'error')).toHaveLength(1);
  expect(fixture.dropped.count()).toBe(1);
});

test('a message of a chat with a timer is deleted when it expires, even after a restart', async () => {
  await using fixture = inboundFixture();
  const key = `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + 1}`;
  const said = () => fixture.store.messages.byKey(key)?.text;
  {
    await using _ = fixture.listen();
    fixture.store.messages.add(aMessage('1', {text: 'the code is 1234'}), key);
    await fixture.take(text('the code is 1234', 1, ALICE, {expiresInSeconds: 60}), text('this stays', 2));
    await fixture.settle();
    await fixture.clock.advance(30 * SECOND);
  }
  await fixture.clock.advance(60 * SECOND);
  expect(said()).toBe('the code is 1234');
  await using _ = fixture.listen();
  await fixture.clock.advance(2 * SECOND);
  expect(said()).toBe('[This message has expired.]');
  const raws = fixture.store.inbox.list({channel: 'signal', limit: 5}).map(({event}) => JSON.stringify(event) ?? '');
  expect(raws.some(raw => raw.includes('1234'))).toBe(false);
  expect(raws.some(raw => raw.includes('this stays'))).toBe(true);
});

test('a configured group takes its name from envelopes, even from one that only renames it', async () => {
  await using fixture = inboundFixture();
  await fixture.take(text('hello', 1, ALICE, groupInfo()));
  await fixture.take(
    text('hi', 2, ALICE, {groupInfo: {groupId: 'c3RyYW5nZXJz', groupName: 'Spam', revision: 1, type: 'DELIVER'}}),
  );
  await fixture.take(
    text('', 3, ALICE, {
      message: null,
      groupInfo: {groupId: GROUP_ID, groupName: 'Garden', revision: 2, type: 'UPDATE'},
    }),
  );
  expect(fixture.names).toEqual([`signal:group:${GROUP_ID} Allotment`, `signal:group:${GROUP_ID} Garden`]);
});
