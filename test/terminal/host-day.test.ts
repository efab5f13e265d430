// A day of two homes on one machine: a server that is always on, with a phone on Signal, and a laptop that sleeps and changes networks.
// @module-tag deep
import {execFileSync} from 'node:child_process';
import {existsSync, globSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, describe, expect, test} from 'vitest';
import {hasTmux} from '../../scripts/screens/tmux.ts';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {ALICE, OWN, received} from '../signal-stand-in/signal/samples.ts';
import {movedTime} from '../support/moved-time.ts';
import {ensureBuilt, roosterHome} from '../support/rooster-home.ts';
import {writeShellCommand} from '../support/shell-command.ts';
import {signalHome} from '../support/signal-home.ts';
import {startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {terminalHome} from '../support/terminal-program.ts';
import {until, untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const why = hasTmux() ? whyNoSshServer() : 'there is no tmux here';

describe.skipIf(why !== undefined)(why === undefined ? 'a day elsewhere' : `a day elsewhere (skipped: ${why})`, () => {
  test('rings everything once at the phone, and the laptop is exact after each sleep', async () => {
    using folder = tempDir();
    const morning = Math.ceil(Date.now() / DAY) * DAY + 7 * HOUR;
    const time = movedTime(folder.path, morning);
    await using server = await startSshServer();
    using there = roosterHome('server');
    await using phone = await signalHome({heartbeat: {enabled: false}, reflection: {enabled: false}}, there.path);
    const command = join(folder.path, 'rooster');
    writeShellCommand(command, [server.programFor(there.path)], {NODE_OPTIONS: time.awake});
    const env = {ROOSTER_HOST: 'den', PATH: `${server.client}:${process.env['PATH']}`, NODE_OPTIONS: time.asleep};
    await using here = terminalHome({env});
    writeConfig(here.path, {hosts: {den: {address: server.address, command}}});
    writeFileSync(join(here.path, 'list.txt'), 'beans, twine');
    using laptop = roosterHome('shell');
    const ask = async (...argv: readonly string[]): Promise<string> => {
      const {code, out, err} = await laptop.run(argv, {env: {...env, ROOSTER_HOME: here.path}});
      expect([argv, code, err.replace('On den.\n', '')]).toEqual([argv, 0, '']);
      return out;
    };
    /** A second terminal: that of the phone, whose ssh runs the program there. */
    const onPhone = (...argv: readonly string[]): string =>
      execFileSync(join(server.client, 'ssh'), [server.address, command, ...argv.map(word => `'${word}'`)], {
        encoding: 'utf8',
      });
    const rung = (): readonly unknown[] => phone.sends().map(({message}) => message);
    const rings = (text: string) =>
      until(
        () => `${text} rings: ${rung().join(' | ')}`,
        () => rung().includes(text),
      );
    const atClock = (hour: number, minute = 0, day = 0): number =>
      morning - 7 * HOUR + day * DAY + hour * HOUR + minute * MINUTE;
    /** A second before it, so that it comes while the clock runs. */
    const passTo = (at: number): void => time.passTo(at - SECOND);

    // The morning at the laptop.
    await using screen = await here.open({columns: 100, rows: 30});
    await screen.shows(/rooster@den ● live/u);
    await ask('remind', 'at 8:00', 'bread');
    await ask('remind', 'every day at 9:00', 'pills');
    await ask('remind', 'at 15:00', 'call');
    await ask('alarms', 'set', 'at 13:00', 'look at the build');
    await ask('cron', 'add', 'disk', '--schedule', '0 12 * * *', '--run', 'echo 40% full', '--announce', 'direct');
    using watch = laptop.start(['watch', '--json', '--since', '0'], {env: {...env, ROOSTER_HOME: here.path}});
    await screen.type('what is in @list.txt ');
    await screen.press('Enter');
    await screen.shows(/You said: /u);
    expect(JSON.stringify(phone.model.requests.at(-1)?.body)).toContain('beans, twine');
    await until('the watcher is there', () => watch.out().includes('You said: '));
    await screen.type('half a thought');
    await screen.shows(/half a thought/u);

    // The lid is closed; the server goes on.
    const asleep = [screen, watch].flatMap(({pid}) => [pid, ...childrenOf(pid)]);
    for (const pid of asleep) process.kill(pid, 'SIGSTOP');
    const stdios = (): number => commandsOf(there.path).filter(line => / stdio (?:--no-start )?$/u.test(line)).length;
    /** The terminal UI and the watcher, each with its ssh. */
    const clients = (): readonly string[] => commandsOf(here.path).filter(line => /^\S*\/(?:node|ssh) /u.test(line));
    expect([stdios(), clients().length]).toEqual([2, 4]);
    server.cut();
    await until('no connection is left there', () => stdios() === 0);
    passTo(atClock(8));
    await rings('bread');
    phone.server.enqueue(thumb(await untilGiven('it is known there', async () => sentAt(there.path, 'bread')), 1));
    await rings('Done: "bread".');
    passTo(atClock(9));
    await rings('pills');
    passTo(atClock(12));
    await rings('40% full');
    onPhone('remind', 'at 17:00', 'train');
    const {reminders} = JSON.parse(onPhone('reminders', '--json'));
    onPhone('reminders', 'cancel', reminders.find(({message}: {message: string}) => message === 'call').id);
    passTo(atClock(13));
    // Its turn has ended: a model that is asked while hours pass is asked again.
    await rings('You said: look at the build');
    // Another network.
    await server.stop();
    await server.start();

    // The laptop wakes.
    passTo(atClock(14));
    for (const pid of asleep) process.kill(pid, 'SIGCONT');
    expect(await screen.shows(/rooster@den ● live/u)).toContain('half a thought');
    await until('the watcher is back', () => watch.out().includes('train'));
    await server.stop();
    await screen.shows(/rooster@den ◌ reconnecting/u);
    await screen.type(' and its end');
    await screen.press('Enter');
    await screen.shows(/sent after reconnecting/u);
    await server.start();
    await screen.shows(/You said: half a thought and its end/u);
    await using other = await here.open({columns: 100, rows: 30});
    for (const each of [screen, other]) await each.press('M-3');
    await other.shows(/train/u);
    expect(planOf(await screen.shows(/train/u))).toBe(planOf(await other.text()));
    await other.press('C-d');
    await other.shows(/left with 0/u);

    // The daemon is restarted there, as for an update.
    onPhone('daemon', 'restart');
    await screen.shows(/rooster@den ● live/u);
    await screen.press('M-1');
    await screen.type('still there?');
    await screen.press('Enter');
    await screen.shows(/You said: still there\?/u);
    passTo(atClock(17));
    await rings('train');

    // A night without a network.
    const atNight = [screen, watch].flatMap(({pid}) => [pid, ...childrenOf(pid)]);
    for (const pid of atNight) process.kill(pid, 'SIGSTOP');
    await server.stop();
    for (const [hour, text] of [
      [9, 'pills'],
      [12, '40% full'],
    ] as const) {
      passTo(atClock(hour, 0, 1));
      await until(`${text} rings again`, () => rung().filter(message => message === text).length === 2);
    }
    await server.start();
    for (const pid of atNight) process.kill(pid, 'SIGCONT');
    await screen.shows(/rooster@den ● live/u);
    await ask('remind', 'in 5 hours', 'the last one');
    await until('the watcher is there, too', () => watch.out().includes('the last one'));

    // Everything once, in order.
    expect(rung()).toEqual([
      'bread',
      'Done: "bread".',
      'pills',
      '40% full',
      'You said: look at the build',
      'train',
      'pills',
      '40% full',
    ]);
    const events = JSON.parse(`[${watch.out().trim().split('\n').join(',')}]`) as readonly GatewayEvent[];
    expect(events.map(({seq}) => seq)).toEqual(events.map((_, index) => index + 1));
    const fired = events.flatMap(event => (event.type === 'reminder.fired' ? [event] : []));
    expect(fired.map(({reminder, late}) => [reminder.message, late])).toEqual(
      ['bread', 'pills', 'train', 'pills'].map(text => [text, false]),
    );
    expect([...phone.model.asked.values()]).toEqual(phone.model.requests.map(() => 1));
    expect(phone.model.requests).toHaveLength(4);
    expect(existsSync(join(here.path, 'rooster.db'))).toBe(false);
    expect(globSync('**/*.{db,sock}', {cwd: here.path})).toEqual([]);

    // Nobody is left over.
    await screen.press('C-d');
    await screen.shows(/left with 0/u);
    watch.signal('SIGINT');
    await watch.ended;
    await until('no connection is left, there and here', () => stdios() + clients().length === 0);
  });
});

/** The rows of the plan, without the lines around them. */
const planOf = (screen: string): string => screen.split('\n').slice(2).join('\n').split('\n\n')[0] ?? '';

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** The commands of all processes that have this home. */
const commandsOf = (home: string): readonly string[] =>
  globSync('/proc/[0-9]*').flatMap(process => {
    try {
      const isOfHome = readFileSync(`${process}/environ`, 'utf8').includes(`ROOSTER_HOME=${home}\0`);
      return isOfHome ? [readFileSync(`${process}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });

/** Signal's number of the message with this text. */
const sentAt = (home: string, text: string): number | undefined => {
  using database = new DatabaseSync(join(home, 'rooster.db'), {readOnly: true});
  const sent = database.prepare(
    'SELECT channelId FROM sentIds WHERE delivery = (SELECT id FROM deliveries WHERE text = ?)',
  );
  const id = sent.get(text)?.['channelId'];
  return id === undefined ? undefined : Number(id);
};

/** Alice's 👍 to a message. */
const thumb = (targetSentTimestamp: number, number: number) => {
  const at = 1_700_000_000_000 + number;
  const reaction = {
    emoji: '👍',
    targetAuthor: OWN.number,
    targetAuthorNumber: OWN.number,
    targetAuthorUuid: OWN.uuid,
    targetSentTimestamp,
    isRemove: false,
  };
  const dataMessage = {timestamp: at, message: null, expiresInSeconds: 0, viewOnce: false, reaction};
  return received({dataMessage}, ALICE, at);
};
