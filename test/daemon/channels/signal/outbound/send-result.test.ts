import {describe, expect, test} from 'vitest';
import {judgeSend, type SendReply} from '../../../../../src/daemon/channels/signal/outbound/send-result.ts';
import {ALICE, AT, CAROL, GROUP_ID, type Json} from '../../../../signal-stand-in/signal/samples.ts';

const address = ({uuid, number}: {uuid: string; number: string | null}): Json => ({
  recipientAddress: {uuid, number, username: null},
});
const toAlice = (type: string, more: Json = {}): Json => ({...address(ALICE), type, ...more});
const toCarol = (type: string, more: Json = {}): Json => ({...address(CAROL), groupId: GROUP_ID, type, ...more});
const response = (...results: readonly Json[]): Json => ({results, timestamp: AT});
const result = (...results: readonly Json[]): SendReply => ({kind: 'result', result: response(...results)});
const error = (code: number, message: string, ...results: readonly Json[]): SendReply => ({
  kind: 'error',
  code,
  message,
  data: results.length === 0 ? null : {response: response(...results)},
});
const alice = {uuid: ALICE.uuid, number: ALICE.number};

describe('recipient by recipient', () => {
  test('a send to one recipient is accepted', () => {
    expect(judgeSend(result(toAlice('SUCCESS')))).toEqual({
      timestamp: AT,
      reached: 'all',
      verdict: {kind: 'sent', retry: 'never', sentence: 'Signal accepted it.'},
      recipients: [{recipient: alice, verdict: expect.objectContaining({kind: 'sent'})}],
    });
  });

  test('a successful call can fail for some recipients', () => {
    const judged = judgeSend(result(toAlice('SUCCESS'), toCarol('IDENTITY_FAILURE')));
    expect(judged).toMatchObject({timestamp: AT, reached: 'some', verdict: {kind: 'untrusted', retry: 'afterFix'}});
    expect(judged.recipients).toMatchObject([
      {recipient: alice, verdict: {kind: 'sent'}},
      {recipient: {uuid: CAROL.uuid}, verdict: {kind: 'untrusted', sentence: expect.stringContaining(CAROL.uuid)}},
    ]);
  });

  test('a group without other members, or disabled receipts, counts as reached by all', () => {
    expect(judgeSend(result())).toMatchObject({timestamp: AT, reached: 'all', verdict: {kind: 'sent'}, recipients: []});
  });

  test.each<[string, SendReply, object]>([
    [
      'untrusted',
      error(-4, 'Failed to send message due to untrusted identities', toAlice('IDENTITY_FAILURE')),
      {kind: 'untrusted', retry: 'afterFix'},
    ],
    [
      'proof required',
      error(
        -5,
        'Failed to send message due to rate limiting',
        toAlice('RATE_LIMIT_FAILURE', {token: 'tok-1', retryAfterSeconds: 86_400}),
      ),
      {
        kind: 'proofRequired',
        token: 'tok-1',
        retryAfterMs: 86_400_000,
        retry: 'afterFix',
        sentence: expect.stringMatching(/challenge.*tok-1/u),
      },
    ],
    [
      'a plain limit with a wait',
      error(-5, 'Failed to send message due to rate limiting', toAlice('RATE_LIMIT_FAILURE', {retryAfterSeconds: 30})),
      {kind: 'limited', retryAfterMs: 30_000, retry: 'later'},
    ],
    [
      'a plain limit with a wait of -1',
      error(-5, 'Failed to send message due to rate limiting', toAlice('RATE_LIMIT_FAILURE', {retryAfterSeconds: -1})),
      {kind: 'limited', retry: 'later', retryAfterMs: undefined},
    ],
    [
      'a wait of a year',
      error(
        -5,
        'Failed to send message due to rate limiting',
        toAlice('RATE_LIMIT_FAILURE', {retryAfterSeconds: 31_536_000}),
      ),
      {kind: 'limited', retryAfterMs: 86_400_000},
    ],
    [
      'unregistered',
      error(-1, 'Failed to send message', toAlice('UNREGISTERED_FAILURE')),
      {kind: 'unregistered', retry: 'never'},
    ],
    [
      'no network',
      error(-1, 'Failed to send message', toAlice('NETWORK_FAILURE')),
      {kind: 'temporary', retry: 'later'},
    ],
    [
      'no keys',
      error(-1, 'Failed to send message', toAlice('INVALID_PRE_KEY_FAILURE')),
      {kind: 'notAllowed', retry: 'never'},
    ],
    [
      'a type of tomorrow',
      error(-1, 'Failed to send message', toAlice('MOON_FAILURE')),
      {kind: 'unknown', retry: 'doubt'},
    ],
  ])('%s', (_, reply, verdict) => {
    const judged = judgeSend(reply);
    const reached = judged.verdict.doubt === true ? 'unknown' : 'none';
    expect(judged).toMatchObject({timestamp: AT, reached, recipients: [{recipient: alice}]});
    expect({retryAfterMs: undefined, ...judged.verdict}).toMatchObject(verdict);
    expect(judged.verdict.sentence).toMatch(/^[A-Za-z].*\.$/su);
  });

  test('several failures give the verdict that can pass soonest', () => {
    const reply = error(-1, 'Failed to send message', toAlice('UNREGISTERED_FAILURE'), toCarol('NETWORK_FAILURE'));
    expect(judgeSend(reply)).toMatchObject({reached: 'none', verdict: {kind: 'temporary'}});
  });
});

describe('an error without recipients', () => {
  test.each<[number, string, object, string]>([
    [-5, 'Failed to send message due to rate limiting', {kind: 'limited', retry: 'later'}, 'none'],
    [-4, 'Failed to send message due to untrusted identities', {kind: 'untrusted', retry: 'afterFix'}, 'none'],
    [-3, 'Failed to send message: reset', {kind: 'temporary', retry: 'later', doubt: true}, 'unknown'],
    [-1, 'No recipients given', {kind: 'notAllowed', retry: 'never'}, 'none'],
    [-1, 'Group not found: AAEC', {kind: 'notAllowed', retry: 'never'}, 'none'],
    [-1, 'User is not a member in group: Allotment (AAEC)', {kind: 'notAllowed', retry: 'never'}, 'none'],
    [
      -1,
      'User is not allowed to send message to group: Allotment (AAEC)',
      {kind: 'notAllowed', retry: 'never'},
      'none',
    ],
    [
      -1,
      'The user +15550000002 is not registered.',
      {kind: 'unregistered', retry: 'never', sentence: expect.stringContaining('+15550000002')},
      'none',
    ],
    [
      -1,
      'Sending empty message is not allowed, either a message, attachment or sticker must be given.',
      {kind: 'notAllowed'},
      'none',
    ],
    [-1, 'Failed to send message', {kind: 'unknown', retry: 'doubt'}, 'unknown'],
    [
      -32603,
      'Failed to send message: Connection closed! (IOException) (UnexpectedErrorException)',
      {kind: 'temporary', retry: 'later', doubt: true},
      'unknown',
    ],
    [
      -32603,
      'Failed to send message: x: Name or service not known (UnknownHostException) (UnexpectedErrorException)',
      {kind: 'temporary', retry: 'later'},
      'none',
    ],
    [
      -32603,
      '[429] Rate limit exceeded: 429 (RateLimitException)',
      {kind: 'limited', retry: 'later', doubt: true},
      'unknown',
    ],
    [
      -32603,
      '[413] Rate limit exceeded: 413 (RateLimitException)',
      {kind: 'limited', retry: 'later', doubt: true},
      'unknown',
    ],
    [
      -32603,
      'Failed to send message: /nope.png: /nope.png (No such file or directory) (AttachmentInvalidException) (UnexpectedErrorException)',
      {kind: 'notAllowed', retry: 'never'},
      'none',
    ],
    [
      -32603,
      'class java.lang.String cannot be cast to class java.lang.Boolean (ClassCastException)',
      {kind: 'notAllowed', retry: 'never'},
      'none',
    ],
    [
      -32603,
      '[403] Authorization failed! (AuthorizationFailedException)',
      {kind: 'temporary', retry: 'afterFix', sentence: expect.stringContaining('rooster signal link')},
      'none',
    ],
    [-32603, 'boom', {kind: 'unknown', retry: 'doubt'}, 'unknown'],
    [-32602, 'Specified account does not exist', {kind: 'temporary', retry: 'afterFix'}, 'none'],
    [-32601, 'Method not implemented', {kind: 'notAllowed', retry: 'never'}, 'none'],
    [-32600, 'Unrecognized field "x"', {kind: 'notAllowed', retry: 'never'}, 'none'],
    [-7, 'a code of tomorrow', {kind: 'unknown', retry: 'doubt'}, 'unknown'],
  ])('%i %s', (code, message, verdict, reached) => {
    const judged = judgeSend(error(code, message));
    expect(judged).toMatchObject({reached, recipients: [], verdict});
    if (reached === 'none') expect(judged.verdict.doubt).toBeUndefined();
  });

  test('a long parser error is quoted by its first line only', () => {
    const {verdict} = judgeSend(error(-32600, `${'x'.repeat(900)}\n at [Source: …]`));
    expect(verdict.sentence.length).toBeLessThan(400);
    expect(verdict.sentence).not.toContain('Source');
  });
});

describe('an unknown result is reported as unknown', () => {
  test('a lost reply', () => {
    const judged = judgeSend({kind: 'lost', because: 'signal-cli went away'});
    expect(judged).toEqual({
      reached: 'unknown',
      verdict: {
        kind: 'unknown',
        retry: 'doubt',
        doubt: true,
        sentence: 'It is unknown whether it was sent: signal-cli went away.',
      },
      recipients: [],
    });
  });

  test.each([undefined, null, 5, 'x', [], {}, {results: null}, {results: {}}])('a result that is %j', value => {
    expect(judgeSend({kind: 'result', result: value})).toMatchObject({reached: 'unknown', verdict: {kind: 'unknown'}});
  });

  test.each([null, 5, [], {}, {recipientAddress: null, type: null}])('a recipient that is %j', value => {
    const judged = judgeSend({kind: 'result', result: {results: [value], timestamp: AT}});
    expect(judged).toMatchObject({reached: 'unknown', verdict: {kind: 'unknown'}, recipients: [{recipient: {}}]});
  });

  test("error data without a response falls back to the error's own verdict", () => {
    for (const data of [undefined, 5, {}, {response: null}, {response: {results: 7}}]) {
      const judged = judgeSend({kind: 'error', code: -4, message: 'x', data});
      expect(judged).toMatchObject({reached: 'none', verdict: {kind: 'untrusted'}, recipients: []});
    }
  });
});
