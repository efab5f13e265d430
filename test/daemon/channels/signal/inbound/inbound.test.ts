// The inbound side with fake ports: what is stored, in which order it is handled, and what is reported.
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {
  forgetUntrusted,
  readContactRequests,
  readUntrusted,
} from '../../../../../src/daemon/channels/signal/inbound/contact-requests.ts';
import type {Delivery} from '../../../../../src/shared/records/delivery.ts';
import {DAY, SECOND} from '../../../../../src/shared/time/time.ts';
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
import {aDelivery, aMessage} from '../../../store/store-house.ts';
import {inboundHouse} from './inbound-house.ts';

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
  await using house = inboundHouse();
  await house.take(text('one', 1), text('two', 2));
  await house.take(text('one', 1));
  expect(house.store.inbox.counts('signal')).toEqual({received: 2, handled: 0, ignored: 0});
  expect(house.store.cursors.get('journal')).toBe('2:0');
  expect(house.store.ledger.of(`signal:${ALICE.uuid}`).newestIn?.id).toBe(
    `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + 2}`,
  );
});

test('whole messages in a torn line arrive, and the torn piece is counted', async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  const line = (words: string, number: number) => JSON.stringify(text(words, number));
  await house.take(`${line('zero', 0).slice(0, 30)}${line('one', 1)}`);
  await house.take(
    `${line('two', 2)}${line('three {"envelope":', 3)}`,
    '{"envelope":{"source":"+1555',
    text('four', 4),
  );
  await house.settle();
  expect(house.heard.map(inbound => inbound.text)).toEqual(['one', 'two', 'three {"envelope":', 'four']);
  expect(house.room.dropped.count()).toBe(2);
  expect(house.room.dropped.warnings()).toEqual([
    "signal-cli wrote 2 pieces of messages that couldn't be read, last at 2026-11-21T11:00:00.000Z. Messages that were sent to you then may be lost.",
  ]);
  await house.clock.advance(8 * DAY);
  expect(house.room.dropped.count()).toBe(0);
});

test('the words of a person who quotes stand apart from the quote', async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  const quote = {id: AT, author: ALICE.number, authorNumber: ALICE.number, authorUuid: ALICE.uuid, text: 'pills'};
  await house.take(text('done', 1, ALICE, {quote: {...quote, attachments: []}}));
  await house.settle();
  expect(house.heard).toMatchObject([{text: expect.stringMatching(/^\[In reply to .+\]\ndone$/u), words: 'done'}]);
});

test('messages of one chat are handled in order, once, however often they arrive', async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  await house.take(text('one', 1), text('two', 2), text('one', 1));
  await house.take(text('three', 3), text('two', 2));
  await house.settle();
  expect(house.heard.map(inbound => inbound.text)).toEqual(['one', 'two', 'three']);
});

test("a message that can't be handled now delays only its own chat and is retried", async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  let busy = true;
  house.answer(({group}) => (busy && group === undefined ? {kind: 'later', because: 'busy'} : {kind: 'kept'}));
  await house.take(text('one', 1), text('two', 2), text('in the group', 3, ALICE, groupInfo()));
  await house.settle();
  expect(house.heard.map(inbound => inbound.text)).toEqual(['in the group']);
  busy = false;
  await house.clock.advance(SECOND);
  await house.settle();
  expect(house.heard.map(inbound => inbound.text)).toEqual(['in the group', 'one', 'two']);
  expect(house.heard[0]).toMatchObject({group: GROUP_ID, context: true});
});

test('/stop overtakes waiting messages of its chat; nothing else does', async () => {
  await using house = inboundHouse();
  house.answer(({text: words}) => (words === 'one' ? {kind: 'later', because: 'full'} : {kind: 'kept'}));
  await using _ = house.listen();
  await house.take(text('one', 1), text('/stop it, please', 2), text('two', 3), text(' /Stop', 4));
  await house.settle();
  expect(house.heard.map(({text: words}) => words)).toEqual([' /Stop']);
  house.answer(() => ({kind: 'kept'}));
  await house.clock.advance(SECOND);
  expect(house.heard.map(({text: words}) => words)).toEqual([' /Stop', 'one', '/stop it, please', 'two']);
});

test("a stranger's text is not stored, and a flood of messages is reported once", async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  await house.take(...Array.from({length: 300}, (__, index) => text(`buy this ${index}`, index, CAROL)));
  await house.settle();
  expect(house.heard).toEqual([]);
  expect(house.receipts).toEqual([]);
  expect(house.told.filter(({type}) => type === 'policy.refused')).toHaveLength(1);
  expect(readContactRequests(house.store.cursors)).toMatchObject([
    {address: `signal:${CAROL.uuid}`, name: 'Carol', times: 300},
  ]);
  const kept = house.store.inbox.list({channel: 'signal', limit: 400});
  expect(new Set(kept.map(({raw, state, receipt: owed}) => `${raw}|${state}|${owed}`))).toEqual(
    new Set(['|ignored|none']),
  );
});

test("an undecryptable message is reported and doesn't block its later arrival", async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  await house.take(samples().untrusted, samples().untrusted, samples().undecryptable);
  expect(house.told.filter(({type}) => type === 'policy.refused')).toMatchObject([
    {reason: expect.stringContaining('safety number of Alice')},
    {reason: expect.stringContaining("Couldn't decrypt")},
  ]);
  expect(readContactRequests(house.store.cursors)).toEqual([]);
  expect(readUntrusted(house.store.cursors)).toMatchObject([{name: expect.stringContaining('Alice')}]);
  forgetUntrusted(house.store.cursors, () => false);
  expect(readUntrusted(house.store.cursors)).toHaveLength(1);
  forgetUntrusted(house.store.cursors, address => address === `signal:${ALICE.uuid}`);
  expect(readUntrusted(house.store.cursors)).toEqual([]);
  await house.take(samples().dm);
  await house.settle();
  expect(house.heard.map(inbound => inbound.text)).toEqual(['good morning']);
});

test('read receipts for stored messages leave in one call, and failed ones are retried', async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  house.receiptsGo(false);
  await house.take(text('one', 1), text('two', 2));
  await house.settle();
  await house.clock.advance(SECOND);
  expect(house.receipts).toEqual([[ALICE.uuid, [AT + 1, AT + 2]]]);
  house.receiptsGo(true);
  await house.clock.advance(31 * SECOND);
  expect(house.receipts).toHaveLength(2);
  expect(house.store.inbox.receiptsOwed('signal', 10)).toEqual([]);
  await house.clock.advance(120 * SECOND);
  expect(house.receipts).toHaveLength(2);
});

test('a receipt moves its delivery forward, never back; read implies delivered', async () => {
  await using house = inboundHouse();
  const sent = house.store.deliveries.add(aDelivery('1', {address: `signal:${ALICE.uuid}`, state: 'sent', sentAt: AT}));
  house.store.deliveries.noteSentIds(sent, [String(AT + 50), String(AT + 51)]);
  const state = () => house.store.deliveries.get('dlv_1')?.state;
  await house.take(receipt('isDelivery', AT + 50));
  expect(state()).toBe('sent');
  await house.take(receipt('isRead', AT + 51, CAROL));
  expect(state()).toBe('sent');
  await house.take(receipt('isRead', AT + 51));
  expect(house.store.deliveries.get('dlv_1')).toMatchObject({
    state: 'read',
    deliveredAt: house.clock.now(),
    readAt: house.clock.now(),
  });
  await house.take(receipt('isDelivery', AT + 51));
  expect(state()).toBe('read');
  expect(house.told.filter(({type}) => type === 'delivery.receipt')).toHaveLength(1);
});

test('a receipt that arrives before the send result counts after it', async () => {
  await using house = inboundHouse();
  const queued = house.store.deliveries.add(aDelivery('1', {address: `signal:group:${GROUP_ID}`, state: 'sending'}));
  await house.take(receipt('isDelivery', AT + 60), receipt('isRead', AT + 60));
  const sent: Delivery = {...queued, state: 'sent', sentAt: AT};
  house.store.transact(emit => {
    house.store.deliveries.update(sent);
    house.store.deliveries.noteSentIds(sent, [String(AT + 60)]);
    emit({type: 'delivery.sent', delivery: sent});
  });
  await house.settle();
  expect(house.store.deliveries.get('dlv_1')?.state).toBe('read');
});

test('messages that the owner sends from another device are only recorded', async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  await house.take(samples().syncDm, samples().syncGroup, samples().syncEdit, samples().syncRead, samples().typing);
  await house.settle();
  expect(house.heard).toEqual([]);
  expect(house.store.ledger.of(`signal:${ALICE.uuid}`)).toEqual({
    newestOut: {at: house.clock.now(), id: `elsewhere/${AT}`},
  });
  expect(house.store.inbox.counts('signal')).toEqual({received: 0, handled: 0, ignored: 0});
});

test('an edit of an edit changes the original message; a reaction names its delivery', async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  const ours = house.store.deliveries.add(aDelivery('1', {address: `signal:${ALICE.uuid}`, state: 'sent', sentAt: AT}));
  house.store.deliveries.noteSentIds(ours, [String(AT - 9_000)]);
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
  await house.take(text('v1', 1), edit(AT + 1, AT + 2), edit(AT + 2, AT + 3), samples().reaction);
  await house.settle();
  const key = `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + 1}`;
  expect(house.changes.map(({of, text: words}) => [of, words])).toEqual([
    [key, 'v2'],
    [key, 'v3'],
  ]);
  expect(house.reactions).toMatchObject([{emoji: '👍', removed: false, to: 'dlv_1', sender: ALICE.uuid}]);
});

test('a deleted message leaves no text and no file, and neither do its edits', async () => {
  await using house = inboundHouse();
  await using _ = house.listen();
  const edit = (target: number, at: number) =>
    received({editMessage: {targetSentTimestamp: target, dataMessage: data(`secret ${at - AT}`, {}, {at})}}, ALICE, at);
  await house.take(
    text('secret', 1),
    text('kept', 2),
    edit(AT + 1, AT + 3),
    edit(AT + 3, AT + 4),
    edit(AT + 2, AT + 5),
  );
  await house.settle();
  const key = (number: number) => `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + number}`;
  const path = join(house.folder, 'received/a.jpg');
  mkdirSync(join(house.folder, 'received'));
  writeFileSync(path, 'a picture');
  house.store.messages.add(
    aMessage('1', {text: 'secret', attachments: [{path: 'received/a.jpg', type: 'image/jpeg', size: 9}]}),
    key(1),
  );
  await house.take(text('', 6, ALICE, {message: null, remoteDelete: {timestamp: AT + 4}}));
  await until('it is settled', () => house.store.inbox.counts('signal').received === 0);
  expect(house.changes.at(-1)).toMatchObject({of: key(1), revisions: [key(4), key(3)]});
  expect(house.changes.at(-1)).not.toHaveProperty('text');
  expect(existsSync(path)).toBe(false);
  const raws = house.store.inbox.list({channel: 'signal', limit: 9}).map(({raw}) => raw);
  expect(raws.filter(raw => /secret(?! 5)/u.test(raw))).toEqual([]);
  expect(raws.filter(raw => raw.includes('kept') || raw.includes('secret 5'))).toHaveLength(2);
});

test('only the last twenty messages of a long backlog are answered; the others are recorded', async () => {
  await using house = inboundHouse();
  await house.take(...Array.from({length: 100}, (__, index) => text(`${index + 1}`, index + 1)));
  await using _ = house.listen();
  await house.settle();
  expect(house.heard).toHaveLength(100);
  expect(house.heard.filter(({context}) => context === undefined).map(inbound => inbound.text)).toEqual(
    Array.from({length: 20}, (__, index) => `${81 + index}`),
  );
});

test('a failed message of a long backlog is retried before anything is answered', async () => {
  await using house = inboundHouse();
  let refusals = 3;
  house.answer(({text: words}) => {
    if (words !== '30' || refusals <= 0) return {kind: 'kept'};
    refusals -= 1;
    return {kind: 'later', because: 'full'};
  });
  await house.take(...Array.from({length: 100}, (__, index) => text(`${index + 1}`, index + 1)));
  await using _ = house.listen();
  await house.settle();
  expect(house.heard.some(({context}) => context === undefined)).toBe(false);
  await house.clock.advance(10 * SECOND);
  expect(new Set(house.heard.map(inbound => inbound.text)).size).toBe(100);
  expect(house.heard).toHaveLength(100);
  expect(house.heard.slice(-20).map(inbound => inbound.text)).toEqual(
    Array.from({length: 20}, (__, index) => `${81 + index}`),
  );
  // A batch waits some turns of the event loop for the rest of it.
  for (let turn = 0; turn < 10 && house.store.inbox.counts('signal').received > 0; turn += 1) await house.settle();
  expect(house.store.inbox.counts('signal')).toMatchObject({received: 0, handled: 100});
});

test('unreadable lines are skipped and logged; the lines beside them are stored', async () => {
  await using house = inboundHouse();
  await house.take('{"envelope"', '', '[]', 'null', text('still here', 1));
  expect(house.store.inbox.counts('signal').received).toBe(1);
  expect(house.log.lines.filter(({level}) => level === 'error')).toHaveLength(1);
  expect(house.room.dropped.count()).toBe(1);
});

test('a message of a chat with a timer is deleted when it expires, also after a restart', async () => {
  await using house = inboundHouse();
  const key = `signal:${ALICE.uuid}/${ALICE.uuid}/${AT + 1}`;
  const said = () => house.store.messages.byKey(key)?.text;
  {
    await using _ = house.listen();
    house.store.messages.add(aMessage('1', {text: 'the code is 1234'}), key);
    await house.take(text('the code is 1234', 1, ALICE, {expiresInSeconds: 60}), text('this stays', 2));
    await house.settle();
    await house.clock.advance(30 * SECOND);
  }
  await house.clock.advance(60 * SECOND);
  expect(said()).toBe('the code is 1234');
  await using _ = house.listen();
  await house.clock.advance(2 * SECOND);
  expect(said()).toBe('[This message has expired.]');
  const raws = house.store.inbox.list({channel: 'signal', limit: 5}).map(({raw}) => raw);
  expect(raws.some(raw => raw.includes('1234'))).toBe(false);
  expect(raws.some(raw => raw.includes('this stays'))).toBe(true);
});

test('a configured group takes its name from envelopes, even from one that only renames it', async () => {
  await using house = inboundHouse();
  await house.take(text('hello', 1, ALICE, groupInfo()));
  await house.take(
    text('hi', 2, ALICE, {groupInfo: {groupId: 'c3RyYW5nZXJz', groupName: 'Spam', revision: 1, type: 'DELIVER'}}),
  );
  await house.take(
    text('', 3, ALICE, {
      message: null,
      groupInfo: {groupId: GROUP_ID, groupName: 'Garden', revision: 2, type: 'UPDATE'},
    }),
  );
  expect(house.names).toEqual([`signal:group:${GROUP_ID} Allotment`, `signal:group:${GROUP_ID} Garden`]);
});
