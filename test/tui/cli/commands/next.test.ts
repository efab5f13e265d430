import {expect, test} from 'vitest';
import type {Wire} from '../../../../src/shared/fields/wire.ts';
import type {PlannedRun} from '../../../../src/shared/records/jobs/jobs.ts';
import {HOUR, isoOf, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {parseArguments} from '../../../../src/tui/cli/arguments.ts';
import {nextLine, nextRunOf} from '../../../../src/tui/cli/format/format-next.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../../../src/tui/cli/verbs.ts';
import {settle} from '../../../support/fake-clock.ts';
import {commandWorld} from '../command-world.ts';
import type {FakeDaemon} from '../fake-daemon.ts';
import {rooster} from '../rooster.ts';

/** Start of the test's clock. */
const NOW = Date.UTC(2026, 10, 21, 11);
const wake = (what: string, ms: number, kind: PlannedRun['kind'] = 'reminder'): Wire<PlannedRun> => ({
  kind,
  name: `name of ${what}`,
  what,
  wakeAt: isoOf(NOW + ms),
});
const planned = (...nextWakes: readonly Wire<PlannedRun>[]) => ({
  answers: {'daemon.status': () => ({nextWakes})} as never,
});

test('the earliest appointment is printed with its countdown; heartbeats are none', async () => {
  const {out, code} = await rooster(
    ['next'],
    planned(wake('main', MINUTE, 'heartbeat'), wake('sweep', HOUR, 'cron'), wake('call Bob', 12 * MINUTE)),
  );
  expect([out(), code]).toEqual(['call Bob in 12m\n', 0]);
});

test('a template formats the output, and cuts long values', async () => {
  const plan = planned(wake('call the dentist', 12 * MINUTE));
  const print = async (format: string): Promise<string> => (await rooster(['next', '--format', format], plan)).out();
  expect(await print('{sign} {what:8} {left} at {time} ({letter}, {kind})')).toBe(
    '◷ call the… 12m at 11:12 (r, reminder)\n',
  );
  expect(await print('{seconds}')).toBe('720\n');
  await expect(print('{wat}')).rejects.toThrow('--format knows no field {wat}; use what, in');
  const due = nextRunOf([wake('tea', 0)]);
  expect(due && nextLine(due, '{what} {in}', NOW + SECOND)).toBe('tea now');
});

test('programs get the instant and the seconds left', async () => {
  const {out} = await rooster(['next', '--json'], planned(wake('call Bob', 90 * SECOND)));
  expect(JSON.parse(out())).toEqual({
    kind: 'reminder',
    name: 'name of call Bob',
    what: 'call Bob',
    wakeAt: '2026-11-21T11:01:30.000Z',
    seconds: 90,
  });
});

test('with nothing planned it exits with 1, without a daemon with 3, and starts none', async () => {
  const nothing = await rooster(['next'], planned());
  expect([nothing.out(), nothing.err(), nothing.code]).toEqual(['', 'Nothing is planned.\n', 1]);
  const none = await rooster(['next'], {running: false});
  expect([none.out(), none.code, none.starts()]).toEqual(['', 3, 0]);
});

test('--format day draws today as blocks: past and coming, what failed, and what rang unanswered', async () => {
  const at = (hour: number): string => isoOf(new Date(NOW).setHours(hour, 0, 0, 0));
  const run = {kind: 'cron', name: 'sweep', status: 'ran'} as const;
  const answers = {
    'daemon.status': () => ({nextWakes: []}),
    'run.list': () => ({
      runs: [
        {...run, id: 'run_1', startedAt: at(1)},
        {...run, id: 'run_2', startedAt: at(3), status: 'failed'},
        {...run, id: 'run_3', kind: 'heartbeat', startedAt: at(4)},
        {...run, id: 'run_4', startedAt: isoOf(NOW - 24 * HOUR)},
      ],
    }),
    'reminder.list': ({state}: {readonly state: string}) => ({
      reminders:
        state === 'fired'
          ? [{id: 'rem_1', state, fireAt: at(5), firedAt: at(5)}]
          : [
              {id: 'rem_2', state, fireAt: at(14), next: [at(14), at(20)]},
              {id: 'rem_3', state, fireAt: at(16), paused: true},
            ],
    }),
    'cron.windows': () => ({windows: [{name: 'sweep', at: at(14)}], more: false}),
  } as never;
  const shown = await rooster(['next', '--format', 'day'], {answers, env: {LANG: 'C.UTF-8'}});
  expect([shown.out(), shown.code]).toEqual([`▁▄▁✗▁!▁▁▁▁▁┃▁▁▆▁▁▁▁▁▄▁▁▁\n`, 0]);
  const wide = await rooster(['next', '--format', 'day:48'], {answers});
  // Without UTF-8 in ASCII.
  expect(wide.out()).toMatch(/^__=_+x_+!_+\|_+%_+=_+\n$/u);
  expect(wide.out()).toHaveLength(49);
});

test('--follow prints a line when the countdown or the plan changes, and an empty one without a daemon', async () => {
  let plan = [wake('call Bob', 12 * MINUTE)];
  const {world, clock, daemon, out, starts} = await commandWorld({
    answers: {'daemon.status': () => ({nextWakes: plan})} as never,
  });
  const parsed = parseArguments(['next', '--follow'], ENTRIES, ROOT_OPTIONS);
  if (parsed.kind !== 'run') throw new Error('no verb');
  void parsed.verb.run(world, parsed.args);
  const lines = async (ms: number): Promise<string> => {
    for (let passed = 0; passed < ms; passed += SECOND) {
      await clock.advance(SECOND);
      await settle();
    }
    return out();
  };
  await settle();
  expect(await lines(SECOND)).toBe('call Bob in 12m\n');
  expect(await lines(2 * MINUTE)).toBe('call Bob in 12m\ncall Bob in 11m\ncall Bob in 10m\n');
  plan = [wake('tea', 5 * MINUTE)];
  daemon.emit({type: 'reminder.cancelled', reminder: {}} as unknown as Parameters<FakeDaemon['emit']>[0]);
  expect(await lines(2 * SECOND)).toMatch(/in 10m\ntea in 3m\n$/u);
  daemon.kill();
  expect(await lines(3 * SECOND)).toMatch(/tea in 3m\n\n$/u);
  daemon.start();
  expect(await lines(5 * SECOND)).toMatch(/\n\ntea in 3m\n$/u);
  expect(starts()).toBe(0);
});
