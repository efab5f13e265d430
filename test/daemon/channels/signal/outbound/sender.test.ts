import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {CallReply} from '../../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {type SendEnd, sendEndOf} from '../../../../../src/shared/records/delivery/send-failure.ts';
import {HOUR, MINUTE} from '../../../../../src/shared/time/time.ts';
import {settle} from '../../../../support/fake-clock.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {ALICE, CAROL, result, results, SELF, senderFixture} from './sender-fixture.ts';

const failing = async (send: Promise<unknown>): Promise<{sentence: string; end: SendEnd}> => {
  const error: unknown = await send.then(
    () => undefined,
    thrown => thrown,
  );
  if (!(error instanceof Error)) throw new Error('it was sent');
  return {sentence: error.message, end: sendEndOf(error)};
};

test.each<{name: string; reply: CallReply; end: Partial<SendEnd>; says: RegExp}>([
  {
    name: 'what never left',
    reply: {kind: 'unsent', because: 'signal-cli is not running'},
    end: {retry: 'unsent'},
    says: /^It was not sent: signal-cli is not running\.$/u,
  },
  {
    name: 'an answer that was lost',
    reply: {kind: 'lost', because: 'the connection broke'},
    end: {retry: 'doubt', doubt: true},
    says: /unknown whether it was sent: the connection broke/u,
  },
  {
    name: 'an untrusted identity',
    reply: results([[ALICE, 'IDENTITY_FAILURE']]),
    end: {retry: 'afterFix', doubt: false},
    says: /safety number.*rooster signal trust/u,
  },
  {
    name: 'somebody without an account',
    reply: results([[ALICE, 'UNREGISTERED_FAILURE']]),
    end: {retry: 'never', doubt: false},
    says: /no Signal account/u,
  },
  {
    name: 'no network',
    reply: results([[ALICE, 'NETWORK_FAILURE']]),
    end: {retry: 'later', doubt: false},
    says: /Couldn't reach Signal for/u,
  },
  {
    name: 'a connection that broke meanwhile',
    reply: {kind: 'error', code: -32603, message: 'Failed: Connection closed! (IOException)', data: null},
    end: {retry: 'later', doubt: true},
    says: /broke while it was sent/u,
  },
  {
    name: 'a limit with a wait',
    reply: results([[ALICE, 'RATE_LIMIT_FAILURE', {retryAfterSeconds: 3_600}]]),
    end: {retry: 'unsent', retryAfterMs: HOUR},
    says: /is rate-limiting messages to/u,
  },
  {
    name: 'a limit in the middle of a group',
    reply: {kind: 'error', code: -32603, message: '[429] Rate limit exceeded: 429 (RateLimitException)', data: null},
    end: {retry: 'unsent', doubt: true},
    says: /some of the group may already have/u,
  },
  {
    name: 'proof that is wanted',
    reply: results([[ALICE, 'RATE_LIMIT_FAILURE', {token: 'tok-1', retryAfterSeconds: 86_400}]]),
    end: {retry: 'afterFix', retryAfterMs: 24 * HOUR},
    says: /captcha.*challenge.*tok-1/u,
  },
  {
    name: 'a group one is not in',
    reply: {kind: 'error', code: -1, message: 'User is not a member in group: Allotment (AAEC)', data: null},
    end: {retry: 'never'},
    says: /not a member/u,
  },
])('$name: $end.retry', async ({reply, end, says}) => {
  using fixture = senderFixture();
  fixture.answers(reply);
  const failure = await failing(fixture.send());
  expect(failure.end).toMatchObject(end);
  expect(failure.sentence).toMatch(says);
});

test("the text leaves in Signal's styles, and its message id becomes the receipt's id", async () => {
  using fixture = senderFixture();
  const receipt = await fixture.send({text: 'a **bold** 😀 `word`'});
  expect(fixture.calls).toEqual([
    {
      method: 'send',
      params: {recipient: ALICE, message: 'a bold 😀 word', textStyle: ['2:4:BOLD', '10:4:MONOSPACE']},
    },
  ]);
  expect(receipt).toMatchObject({channelIds: ['1700000000001'], missed: []});
});

test('verbatim text arrives byte for byte', async () => {
  using fixture = senderFixture();
  const text = '**not bold** שלום עולם ‏😀👩‍👩‍👧 `x`';
  await fixture.send({text, plain: true});
  expect(fixture.calls[0]?.params).toEqual({recipient: ALICE, message: text});
});

test('a late reminder has a line with its lateness after its unchanged text', async () => {
  using fixture = senderFixture();
  const late = {dueAt: Date.parse('2026-11-21T14:04:00Z'), zone: 'Europe/Berlin'};
  await fixture.send({text: ' take the *pills* ', plain: true, late});
  expect(fixture.calls[0]?.params).toEqual({
    recipient: ALICE,
    message: ' take the *pills* \n\n(Late: this was due 2026-11-21 15:04 CET.)',
  });
});

test('a message to our own account rings: a note to self with a notification', async () => {
  using fixture = senderFixture();
  await fixture.send({to: 'signal:group:AAEC/w=='});
  await fixture.send({to: `signal:${SELF}`});
  expect(fixture.calls.map(({params}) => params)).toEqual([
    {groupId: 'AAEC/w==', message: expect.any(String)},
    {noteToSelf: true, notifySelf: true, message: expect.any(String)},
  ]);
});

test('only the first message quotes the question', async () => {
  using fixture = senderFixture();
  const quote = {id: '1699999999000', author: ALICE, text: `${'x'.repeat(199)}${'😀'.repeat(20)}`};
  await fixture.send({text: `${'a '.repeat(40_000)}`, quote});
  expect(fixture.calls.map(({params}) => params['quoteTimestamp'])).toEqual([1_699_999_999_000, undefined]);
  expect(fixture.calls[0]?.params).toMatchObject({quoteAuthor: ALICE, quoteMessage: `${'x'.repeat(199)}…`});
});

test('a long text is sent in parts and resumes after the last accepted part', async () => {
  using fixture = senderFixture();
  const text = `${'one '.repeat(14_000)}\n\n${'two '.repeat(14_000)}`;
  const told: unknown[] = [];
  fixture.answers(result({uuid: ALICE}, 1_700_000_000_001), {kind: 'lost', because: 'it broke'});
  const failure = await failing(fixture.send({text}, async part => void told.push(part.channelIds)));
  expect(failure.end).toMatchObject({retry: 'doubt'});
  expect(told).toEqual([['1700000000001']]);
  fixture.answers(result({uuid: ALICE}, 1_700_000_000_002));
  const receipt = await fixture.send({text, accepted: 1, repeat: true});
  expect(receipt.channelIds).toEqual(['1700000000002']);
  const messages = fixture.calls.map(({params}) => String(params['message']));
  expect(messages).toHaveLength(3);
  expect(messages[1]).toBe(messages[2]);
  expect(`${messages[0]}${messages[1]}`).toBe(text);
});

test("the blank end of a long text isn't sent as a message", async () => {
  using fixture = senderFixture();
  const receipt = await fixture.send({text: `${'x'.repeat(59_999)} ${' '.repeat(200)}\n`, plain: true});
  expect(fixture.calls).toHaveLength(1);
  expect(receipt.channelIds).toHaveLength(1);
});

test("nothing is sent again when all parts were accepted but the end wasn't stored", async () => {
  using fixture = senderFixture();
  await fixture.send({accepted: 1});
  expect(fixture.calls).toEqual([]);
});

test('a message to a group without other members is a failure', async () => {
  using fixture = senderFixture();
  fixture.answers({kind: 'result', result: {results: [], timestamp: 1_700_000_000_000}});
  expect(await failing(fixture.send({to: 'signal:group:AAEC'}))).toMatchObject({
    sentence: 'Nobody got it: the group has no other member.',
    end: {retry: 'never'},
  });
});

test("a group member who doesn't get a message is named, and the others get it", async () => {
  using fixture = senderFixture();
  fixture.answers(
    results([
      [ALICE, 'SUCCESS'],
      [CAROL, 'IDENTITY_FAILURE'],
    ]),
  );
  const receipt = await fixture.send({to: 'signal:group:AAEC'});
  expect(receipt).toMatchObject({
    channelIds: ['1700000000099'],
    missed: [{recipient: CAROL, reason: expect.stringContaining('safety number')}],
  });
});

test('during a rate limit nothing is sent, and the operator is notified once', async () => {
  using fixture = senderFixture();
  fixture.answers(results([[ALICE, 'RATE_LIMIT_FAILURE', {retryAfterSeconds: 3_600}]]));
  await failing(fixture.send());
  await failing(fixture.send({to: `signal:${CAROL}`}));
  await failing(fixture.send());
  expect(fixture.calls).toHaveLength(1);
  expect(fixture.changes()).toBe(1);
  expect(fixture.sender.pause()).toMatchObject({until: fixture.clock.now() + HOUR});
  await fixture.clock.advance(HOUR);
  expect(fixture.sender.pause()).toBeUndefined();
  expect(fixture.changes()).toBe(2);
  fixture.answers(result({uuid: ALICE}, 1_700_000_000_001));
  await fixture.send();
  expect(fixture.calls).toHaveLength(2);
});

test('the time of a suspended machine counts for a rate limit', async () => {
  using fixture = senderFixture();
  fixture.answers(results([[ALICE, 'RATE_LIMIT_FAILURE', {retryAfterSeconds: 3_600}]]));
  await failing(fixture.send());
  fixture.clock.set(fixture.clock.now() + HOUR);
  await fixture.clock.advance(MINUTE / 2);
  expect(fixture.sender.pause()).toBeUndefined();
  expect([fixture.changes(), fixture.clock.timers]).toEqual([2, 0]);
});

test('a rate limit without a time is waited out longer each time', async () => {
  using fixture = senderFixture();
  fixture.answers(results([[ALICE, 'RATE_LIMIT_FAILURE']]));
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    await failing(fixture.send());
    const ms = (fixture.sender.pause()?.until ?? 0) - fixture.clock.now();
    waits.push(ms / MINUTE);
    await fixture.clock.advance(ms);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('sending resumes immediately after the proof is given', async () => {
  using fixture = senderFixture();
  fixture.answers(results([[ALICE, 'RATE_LIMIT_FAILURE', {token: 'tok-1', retryAfterSeconds: 86_400}]]));
  await failing(fixture.send());
  expect(fixture.sender.pause()).toMatchObject({token: 'tok-1', because: expect.stringContaining('captcha')});
  fixture.sender.resume();
  expect(fixture.sender.pause()).toBeUndefined();
  fixture.answers(result({uuid: ALICE}, 1_700_000_000_001));
  await fixture.send();
  expect(fixture.calls).toHaveLength(2);
});

test('a pause survives a restart and ends at its time, with the proof request', async () => {
  using fixture = senderFixture();
  fixture.answers(results([[ALICE, 'RATE_LIMIT_FAILURE', {token: 'tok-1', retryAfterSeconds: 7_200}]]));
  await failing(fixture.send());
  fixture.sender[Symbol.dispose]();
  await fixture.clock.advance(HOUR);
  {
    using second = fixture.next();
    expect(second.pause()).toMatchObject({token: 'tok-1', until: fixture.clock.now() + HOUR});
    await fixture.clock.advance(HOUR);
    expect(second.pause()).toBeUndefined();
  }
  using third = fixture.next();
  expect(third.pause()).toBeUndefined();
});

test('a pause that ends while no daemon runs is over', async () => {
  using fixture = senderFixture();
  fixture.answers(results([[ALICE, 'RATE_LIMIT_FAILURE', {retryAfterSeconds: 3_600}]]));
  await failing(fixture.send());
  fixture.sender[Symbol.dispose]();
  await fixture.clock.advance(2 * HOUR);
  using second = fixture.next();
  expect(second.pause()).toBeUndefined();
});

test("messages of one chat go out in order; another chat doesn't wait for them", async () => {
  using fixture = senderFixture();
  const {promise, resolve} = Promise.withResolvers<CallReply>();
  fixture.answers(promise, result({uuid: CAROL}, 2), result({uuid: ALICE}, 3));
  const first = fixture.send({text: 'one'});
  const second = fixture.send({text: 'two'});
  await settle();
  await fixture.send({to: `signal:${CAROL}`, text: 'for Carol'});
  expect(fixture.calls.map(({params}) => params['message'])).toEqual(['one', 'for Carol']);
  resolve(result({uuid: ALICE}, 1));
  await Promise.all([first, second]);
  expect(fixture.calls.map(({params}) => params['message'])).toEqual(['one', 'for Carol', 'two']);
});

test('a workspace file goes with the first message, straight from its path', async () => {
  using dir = tempDir();
  writeFileSync(`${dir.path}/plan.pdf`, 'a plan');
  using fixture = senderFixture(dir.path);
  await fixture.send({text: 'the plan', files: ['plan.pdf']});
  expect(fixture.calls[0]?.params).toEqual({
    recipient: ALICE,
    message: 'the plan',
    attachment: [`${dir.path}/plan.pdf`],
  });
});

test('an attached signal-cli gets the bytes of a file', async () => {
  using dir = tempDir();
  writeFileSync(`${dir.path}/a,b+c.png`, 'png');
  using fixture = senderFixture(dir.path, 'data');
  await fixture.send({files: ['a,b+c.png']});
  expect(fixture.calls[0]?.params['attachment']).toEqual(['data:image/png;filename=a%2Cb%2Bc.png;base64,cG5n']);
});

test.each([
  ['gone.pdf', /No file gone\.pdf/u],
  ['empty.txt', /empty\.txt is empty/u],
  ['folder', /folder isn't a file/u],
  ['out', /./u],
  ['../secret', /^It was not sent: (?!GatewayError)/u],
])('sending %s fails for good', async (path, says) => {
  using dir = tempDir();
  using elsewhere = tempDir();
  writeFileSync(`${elsewhere.path}/secret`, 'secret');
  writeFileSync(`${dir.path}/empty.txt`, '');
  mkdirSync(`${dir.path}/folder`);
  symlinkSync(`${elsewhere.path}/secret`, `${dir.path}/out`);
  using fixture = senderFixture(dir.path);
  const failure = await failing(fixture.send({files: [path]}));
  expect(failure.end.retry).toBe('never');
  expect(failure.sentence).toMatch(says);
  expect(fixture.calls).toEqual([]);
});

test('a reaction names the message and its author', async () => {
  using fixture = senderFixture();
  await fixture.sender.react({to: 'signal:group:AAEC', emoji: '👍', author: ALICE, timestamp: 1_700_000_000_000});
  expect(fixture.calls).toEqual([
    {
      method: 'sendReaction',
      params: {groupId: 'AAEC', emoji: '👍', targetAuthor: ALICE, targetTimestamp: 1_700_000_000_000},
    },
  ]);
});

test('a sent message is deleted part by part, in its chat', async () => {
  using fixture = senderFixture();
  await fixture.sender.withdraw('signal:group:AAEC', ['1700000000000', '1700000000001']);
  expect(fixture.calls).toEqual([
    {method: 'remoteDelete', params: {groupId: 'AAEC', targetTimestamp: 1_700_000_000_000}},
    {method: 'remoteDelete', params: {groupId: 'AAEC', targetTimestamp: 1_700_000_000_001}},
  ]);
});
