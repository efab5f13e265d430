import {expect, test} from 'vitest';
import {type AlarmActions, createAlarmTool} from '../../../src/daemon/tools/alarm.ts';
import type {Alarm} from '../../../src/shared/records/jobs/alarm.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {toolContext} from '../../support/tool-context.ts';
import {anAlarm} from '../store/store-fixture.ts';

const open = (kept: readonly Alarm[] = [anAlarm('1')]) => {
  const calls: unknown[] = [];
  const [alarm = anAlarm('1')] = kept;
  const actions: AlarmActions = {
    set: request => {
      calls.push(request);
      return alarm;
    },
    list: () => kept,
    get: () => alarm,
    cancel: id => {
      calls.push(id);
      return {...alarm, state: 'cancelled'};
    },
  };
  const tool = createAlarmTool({actions, formatMoment: () => 'today 13:00 CET'});
  return {tool, calls, run: (input: unknown) => tool.run(input, toolContext({session: 'rooster:main'}))};
};

test("CH-27: the description explains a complete note to the agent's later self, and when to use a reminder", () => {
  const {description} = open().tool.spec;
  expect(description).toContain('Write the message in the first person and self-sufficient');
  for (const words of ['what you were doing', 'what to do now', 'every id', 'An alarm is for you; a reminder'])
    expect(description).toContain(words);
  expect(open().tool.needs).toBe('inner');
});

test('message and payload pass unchanged; other fields are trimmed', async () => {
  const {run, calls} = open();
  const {ok, text} = await run({
    action: 'set',
    when: ' in 1 hour ',
    message: ' go\n on ',
    payload: ' {"b":1.0}\n',
    key: ' k ',
    conversation: 'rooster:dm:signal:bob-uuid',
  });
  expect(ok).toBe(true);
  expect(text).toBe('Alarm set (id: alm_1): it wakes this conversation at 2026-11-21T12:00:00.000Z = today 13:00 CET.');
  expect(calls).toEqual([
    {
      when: 'in 1 hour',
      message: ' go\n on ',
      payload: ' {"b":1.0}\n',
      key: 'k',
      session: 'rooster:dm:signal:bob-uuid',
    },
  ]);
});

test.each([
  [{action: 'set', message: 'a'}, 'Give exactly one of "when", "time" and "cron".'],
  [{action: 'set', when: '1h', cron: '@daily', message: 'a'}, 'Give exactly one of "when", "time" and "cron".'],
  [{action: 'set', when: '1h', message: 'a', payload: {b: 1}}, '"payload" must be of type string.'],
  [{action: 'set', when: '1h', message: 'a', user: 'bob'}, 'alarm has no argument "user".'],
  [{action: 'set', when: '1h', message: 'a', conversation: 'here'}, '"here" isn\'t a conversation key'],
  [{action: 'cancel'}, '"id" must be given for the action "cancel".'],
  [{action: 'snooze', id: 'alm_1'}, '"action" must be one of set, list, get, cancel.'],
])('CH-38: %j gets an error that says what is wrong', async (input, words) => {
  const {run, calls} = open();
  const {ok, text} = await run(input);
  expect(ok).toBe(false);
  expect(text).toContain(words);
  expect(calls).toEqual([]);
});

test('CH-51: the list has one line per alarm, with its next instant, failures and last error', async () => {
  const {run} = open([
    anAlarm('1', {message: 'go\non', failures: 2, lastError: 'busy', retryAt: Date.UTC(2026, 10, 21, 12, 5)}),
    anAlarm('2', {kind: 'cron', cron: '0 9 * * *'}),
    anAlarm('3', {state: 'failed', endedAt: Date.UTC(2026, 10, 21, 10), failures: 1, lastError: 'no trust'}),
  ]);
  expect((await run({action: 'list'})).text.split('\n')).toEqual([
    '- [alm_1] wakes at 2026-11-21T12:05:00.000Z = today 13:00 CET (2 failures, the last: busy) → "go on"',
    '- [alm_2] wakes at 2026-11-21T12:00:00.000Z = today 13:00 CET, and again by 0 9 * * * in Europe/Berlin → "alarm 2"',
    '- [alm_3] failed (2026-11-21T10:00:00.000Z) (1 failure, the last: no trust) → "alarm 3"',
  ]);
  expect((await open([]).run({action: 'list'})).text).toBe('No alarms.');
});

test('CH-52: a refusal of the alarm service is a readable tool output', async () => {
  const tool = createAlarmTool({
    actions: {
      set: async () => {
        throw new GatewayError('unavailable', 'The disk is full.');
      },
      list: () => [],
      get: () => anAlarm('1'),
      cancel: () => anAlarm('1'),
    },
    formatMoment: () => '',
  });
  expect(await tool.run({action: 'set', when: '1h', message: 'a'}, toolContext())).toEqual({
    ok: false,
    text: 'The disk is full.',
  });
});
