import {describe, expect, test} from 'vitest';
import {refused, unanswered} from '../../../../src/daemon/channels/ntfy/failures.ts';
import {isPrivate, notificationOf} from '../../../../src/daemon/channels/ntfy/notification.ts';
import {formatPress, readPress} from '../../../../src/daemon/channels/ntfy/press.ts';
import {linesOf} from '../../../../src/daemon/channels/ntfy/server.ts';
import {readStreamEvent} from '../../../../src/daemon/channels/ntfy/stream-event.ts';
import type {NtfyConfig} from '../../../../src/daemon/config/config-schema.ts';
import type {Outbound} from '../../../../src/shared/records/delivery/injection.ts';
import {HOUR, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';

const DUE = Date.UTC(2026, 10, 21, 12);
const SECRET = 'secret';
const HOME: NtfyConfig = {url: 'http://192.168.1.7/', topic: 'top', replyTopic: 'replies'};
const PUBLIC: NtfyConfig = {url: 'https://ntfy.sh', topic: 'top', replyTopic: 'replies'};
const REMINDER: Outbound = {
  id: 'dlv_1',
  key: 'run_1@ntfy:default',
  to: 'ntfy:default',
  text: 'Tea',
  plain: true,
  repeat: false,
  run: {kind: 'reminder', name: 'rem_1', scheduledFor: DUE, waits: true},
};

describe('a notification', () => {
  test('of a reminder is loud, has its text and two buttons that publish to the reply topic', () => {
    expect(notificationOf(HOME, REMINDER, SECRET)).toEqual({
      topic: 'top',
      sequence_id: 'dlv_1',
      title: 'Reminder',
      message: 'Tea',
      priority: 4,
      tags: ['alarm_clock'],
      actions: [
        {
          action: 'http',
          label: 'Done',
          url: 'http://192.168.1.7/replies',
          method: 'POST',
          body: formatPress(SECRET, {action: 'done', delivery: 'dlv_1'}),
          clear: true,
        },
        {
          action: 'http',
          label: 'Snooze 10 min',
          url: 'http://192.168.1.7/replies',
          method: 'POST',
          body: formatPress(SECRET, {action: 'snooze', delivery: 'dlv_1'}),
          clear: true,
        },
      ],
    });
  });

  test('of another person goes to their own topic', () => {
    expect(notificationOf(HOME, {...REMINDER, to: 'ntfy:bob'}, SECRET).topic).toBe('top-bob');
  });

  test('says in a separate paragraph that it is late', () => {
    const late = {...REMINDER, late: {dueAt: DUE, zone: 'UTC'}};
    expect(notificationOf(HOME, late, SECRET).message).toMatch(/^Tea\n\n\(Late: this was due .*12:00.*\)$/u);
  });

  test('has no buttons without a reply topic, or once the reminder was answered', () => {
    const {replyTopic: _, ...oneWay} = HOME;
    expect(notificationOf(oneWay, REMINDER, SECRET)).not.toHaveProperty('actions');
    const answered: Outbound = {...REMINDER, run: {kind: 'reminder', name: 'rem_1', scheduledFor: DUE}};
    expect(notificationOf(HOME, answered, SECRET)).toMatchObject({priority: 2});
    expect(notificationOf(HOME, answered, SECRET)).not.toHaveProperty('actions');
  });

  test("of a job has the job's name and its Markdown", () => {
    const job: Outbound = {
      id: 'dlv_2',
      key: 'k',
      to: 'ntfy:default',
      text: '**Rain**',
      repeat: false,
      run: {kind: 'cron', name: 'weather', scheduledFor: DUE},
    };
    const shown = {title: 'weather', message: '**Rain**', priority: 3, markdown: true};
    expect(notificationOf(HOME, job, SECRET)).toMatchObject(shown);
  });

  test('on a public server omits the text, unless the configuration allows it', () => {
    const hidden = notificationOf(PUBLIC, {...REMINDER, text: 'Pick up the test results'}, SECRET);
    expect(hidden).toMatchObject({title: 'Rooster', message: 'You have a reminder.', priority: 4});
    expect(JSON.stringify(hidden)).not.toContain('results');
    expect(notificationOf({...PUBLIC, content: 'text'}, REMINDER, SECRET).message).toBe('Tea');
    expect(notificationOf({...HOME, content: 'hidden'}, REMINDER, SECRET).message).toBe('You have a reminder.');
  });

  test.for([
    ['a long text', 'x'.repeat(5_000)],
    ['wide characters', '漢'.repeat(3_000)],
    ['characters that JSON escapes', '"\n'.repeat(1_900)],
    ['emoji', '😀'.repeat(2_000)],
  ] as const)("of %s is cut with a mark, within the server's limits", ([, text]) => {
    const body = notificationOf(HOME, {...REMINDER, text}, SECRET);
    expect(Buffer.byteLength(body.message)).toBeLessThanOrEqual(4_096);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(8_192);
    expect(body.message).toMatch(/…\n\n\(Shortened\. The whole text is in Rooster\.\)$/u);
    expect(body.message.isWellFormed()).toBe(true);
    expect(body.message.length).toBeGreaterThan(900);
  });

  test.for([
    ['localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['100.100.1.1', true],
    ['nas', true],
    ['ntfy.lan', true],
    ['ntfy.sh', false],
    ['10.example.org', false],
    ['172.32.0.1', false],
    ['[2001:db8::1]', false],
    ['ntfy.example.org', false],
  ] as const)('a server at %s is private: %s', ([host, expected]) => {
    expect(isPrivate(host)).toBe(expected);
  });
});

describe('a button press', () => {
  const press = {action: 'snooze', delivery: 'dlv_1'} as const;

  test('reads back as written', () => {
    expect(readPress(SECRET, `${formatPress(SECRET, press)}\n`)).toEqual(press);
  });

  test.for([
    ['another secret', formatPress('other', press)],
    ['the tag of another action', formatPress(SECRET, {...press, action: 'done'}).replace('done', 'snooze')],
    ['the tag of another delivery', formatPress(SECRET, press).replace('dlv_1', 'dlv_2')],
    ['a cut tag', formatPress(SECRET, press).slice(0, -1)],
    ['no tag', 'snooze dlv_1 '],
    ['an unknown action', 'delete dlv_1 aaaaaaaaaaaaaaaaaaaaaa'],
    ['a sentence', 'hello Rooster, delete everything'],
    ['nothing', ''],
  ] as const)("with %s isn't valid", ([, text]) => {
    expect(readPress(SECRET, text)).toBeUndefined();
  });
});

describe('a response of the server', () => {
  const answered = (status: number, body = '', retryAfter: string | null = null) => {
    const {message, end} = refused('ntfy.lan', {status, body, retryAfter}, DUE);
    return {message, ...end};
  };

  test.for([
    [401, {retry: 'afterFix', message: 'ntfy.lan refused the access token (status 401). Set ntfy.token.'}],
    [403, {retry: 'afterFix'}],
    [404, {retry: 'afterFix', message: "ntfy.lan doesn't answer like an ntfy server (status 404). Check ntfy.url."}],
    [301, {retry: 'afterFix'}],
    [413, {retry: 'never', message: 'ntfy.lan refused the message as too long (status 413).'}],
    [429, {retry: 'later', retryAfterMs: MINUTE}],
    [500, {retry: 'later', doubt: false}],
    [504, {retry: 'later', doubt: true}],
  ] as const)('with status %i has its result', ([status, expected]) => {
    expect(answered(status)).toMatchObject(expected);
  });

  test("quotes ntfy's own reason", () => {
    const body = JSON.stringify({code: 40009, http: 400, error: 'invalid request: topic invalid'});
    expect(answered(400, body)).toMatchObject({
      retry: 'never',
      message: 'ntfy.lan refused it (invalid request: topic invalid, status 400).',
    });
  });

  test.for([
    ['30', 30 * SECOND],
    [new Date(DUE + 2 * MINUTE).toUTCString(), 2 * MINUTE],
    ['999999999', 6 * HOUR],
    ['soon', MINUTE],
  ] as const)('with Retry-After %s waits as long', ([header, expected]) => {
    expect(answered(429, '', header).retryAfterMs).toBe(expected);
  });

  test("without quota for the day isn't retried every minute", () => {
    expect(answered(429, JSON.stringify({code: 42908, error: 'limit reached'})).retryAfterMs).toBe(HOUR);
  });

  test.for([
    ['ECONNREFUSED', 'unsent', "Couldn't reach ntfy.lan: connection refused. Rooster retries."],
    ['ENOTFOUND', 'unsent', "Couldn't reach ntfy.lan: the host name is unknown. Rooster retries."],
    ['CERT_HAS_EXPIRED', 'unsent', "Couldn't reach ntfy.lan: its certificate has expired. Rooster retries."],
    ['ECONNRESET', 'later', "Couldn't reach ntfy.lan: the connection broke. Rooster retries."],
    ['UND_ERR_SOCKET', 'later', "Couldn't reach ntfy.lan: the connection broke. Rooster retries."],
  ] as const)('is missing when a connection ends with %s: %s', ([code, retry, sentence]) => {
    const cause = Object.assign(new Error('broken'), {code});
    const failure = unanswered('ntfy.lan', new TypeError('fetch failed', {cause}));
    expect([failure.end.retry, failure.message]).toEqual([retry, sentence]);
    expect(failure.end.doubt === true, 'it may have been published').toBe(retry === 'later');
  });
});

describe('the stream', () => {
  const lines = async (...chunks: readonly string[]): Promise<readonly string[]> => {
    const body = async function* () {
      for (const chunk of chunks) yield new TextEncoder().encode(chunk);
    };
    return Array.fromAsync(linesOf(body()));
  };

  test('is read line by line, whatever the chunks', async () => {
    expect(await lines('{"a":', '1}\n\n{"b"', ':2}\n', '{"torn"')).toEqual(['{"a":1}', '{"b":2}']);
  });

  test('loses an overlong line, and no other', async () => {
    expect(await lines('one\n', 'x'.repeat(70_000), 'x'.repeat(70_000), 'end\ntwo\n')).toEqual(['one', 'two']);
  });

  test.for([
    ['{"id":"a","time":1,"event":"open","topic":"t"}', {kind: 'alive'}],
    ['{"id":"a","time":1,"event":"keepalive","topic":"t"}', {kind: 'alive'}],
    [
      '{"id":"a","time":1,"event":"message","topic":"t","message":"hi"}',
      {kind: 'message', id: 'a', time: 1_000, text: 'hi'},
    ],
    ['{"id":"a","time":1,"event":"message_delete","topic":"t"}', {kind: 'other'}],
    ['{"id":"../a","event":"message","message":"hi"}', {kind: 'other'}],
    ['{"event":"message","message":5,"id":"a"}', {kind: 'other'}],
    ['<html>', {kind: 'other'}],
    ['null', {kind: 'other'}],
  ] as const)('%s', ([line, event]) => {
    expect(readStreamEvent(line)).toEqual(event);
  });
});
