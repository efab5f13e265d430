// From nothing to a message on the phone, as a person does it: the command, the daemon it starts, and the stand-in for signal-cli.
// @module-tag deep
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {OWN} from '../signal-stand-in/signal/samples.ts';
import {openServer} from '../signal-stand-in/signal/server.ts';
import type {Switches} from '../signal-stand-in/signal/switches.ts';
import {builtProgram} from '../support/built-program.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {writeShellCommand} from '../support/shell-command.ts';
import {until} from '../support/until.ts';

const STAND_IN = await builtProgram(new URL('../signal-stand-in/main.ts', import.meta.url));
const ADDRESS = `signal:${OWN.uuid}`;

beforeAll(ensureBuilt);

/** A home whose signal-cli is the stand-in. */
const homeWith = (switches: Partial<Switches> = {}): RoosterHome & {readonly config: () => unknown} => {
  const home = roosterHome();
  mkdirSync(home.path, {mode: 0o700});
  const command = join(home.path, 'signal-cli');
  writeShellCommand(command, [process.execPath, STAND_IN], {SIGNAL_STAND_IN_SWITCHES: JSON.stringify(switches)});
  const path = join(home.path, 'config.json');
  writeFileSync(path, JSON.stringify({signal: {command}}), {mode: 0o600});
  return {
    ...home,
    config: () => JSON.parse(readFileSync(path, 'utf8')) as unknown,
    [Symbol.dispose]: () => {
      endSignalCli(join(home.path, 'signal', OWN.number, 'signal-cli.pid'));
      home[Symbol.dispose]();
    },
  };
};

const endSignalCli = (pidFile: string): void => {
  try {
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
  } catch {
    // There was none, or it has ended.
  }
};

describe.concurrent('linking', () => {
  test('ends with a message on the phone, the account in the configuration and its owner reachable there', {
    tags: ['fast'],
  }, async () => {
    using home = homeWith();
    const {code, out, err} = await home.run(['signal', 'link', '--yes', '--name', 'desk']);
    expect({code, out}).toEqual({code: 0, out: expect.stringMatching(/^sgnl:\/\/linkdevice\?uuid=\S+\n$/u)});
    expect(err).toContain(`Linked to ${OWN.number}.`);
    expect(err).toContain(`Added ${ADDRESS} to owner.`);
    expect(err).toMatch(/Sent to signal:\S+ \(\w{6}\)\.\nDid your phone ring\? /u);
    expect(home.config()).toMatchObject({
      signal: {account: OWN.number, command: join(home.path, 'signal-cli')},
      users: [{name: 'owner', trust: 'full', match: ['terminal:default', ADDRESS]}],
    });
    using server = openServer(join(home.path, 'signal', OWN.number, 'data'));
    expect(server.calls().find(({method}) => method === 'send')?.params).toMatchObject({
      message: expect.stringContaining('Rooster is linked'),
    });
    expect(server.ownPhone()).toMatchObject([{rings: true}]);

    const status = await home.json(['signal', 'status', '--json']);
    expect(status).toMatchObject({inbound: 'up', outbound: 'up', account: OWN.number, life: 'up', version: '0.14.6'});
    expect((await home.run(['status'])).out).toMatch(/^Channel +signal up, \+15550000001$/mu);
    const sent = await home.run(['signal', 'send', 'owner', 'tea is ready']);
    expect(sent).toMatchObject({code: 0, err: '', out: expect.stringContaining('Sent to owner on signal')});
    const again = await home.run(['signal', 'link']);
    expect(again).toMatchObject({code: 1, out: '', err: expect.stringContaining('already linked to +15550000001')});
    await home.run(['daemon', 'stop']);
  });

  test('is cancelled when its client disconnects, and another can start', async () => {
    using home = homeWith({scanAfterMs: null});
    using first = home.start(['signal', 'link']);
    await until('the link', () => first.out() !== '');
    first.signal('SIGINT');
    expect(await first.ended).toMatchObject({
      signal: 'SIGINT',
      err: expect.stringContaining('Cancelled. No account was linked.\n'),
    });
    using second = home.start(['signal', 'link', '--json']);
    await until('another link', () => second.out() !== '');
    expect(JSON.parse(second.out())).toEqual({uri: expect.stringMatching(/^sgnl:/u)});
    expect(second.out().trim()).not.toContain(first.out().trim());
    second.signal('SIGINT');
    await second.ended;
    await home.run(['daemon', 'stop']);
  });

  test.for([
    [{network: 'down'}, /Is there a network/u],
    [{start: {exit: 2, stderr: 'version is too old for the Signal-Server', left: 9}}, /Update signal-cli/u],
    [{start: {exit: 1, stderr: 'Config file is in use by another instance, waiting…', left: 9}}, /Another signal-cli/u],
  ] as const)('fails with %j in its own sentence, and nothing is written', async ([switches, sentence]) => {
    using home = homeWith(switches);
    const before = home.config();
    const {code, out, err} = await home.run(['signal', 'link', '--yes']);
    expect({code, out}).toEqual({code: 1, out: ''});
    expect(err).toMatch(sentence);
    expect(home.config()).toEqual(before);
    await home.run(['daemon', 'stop']);
  });

  test('without signal-cli says how to install it', async () => {
    using home = roosterHome();
    const {code, err} = await home.run(['signal', 'link'], {env: {PATH: '/usr/bin:/bin'}});
    expect(code).toBe(1);
    expect(err).toMatch(/No program 'signal-cli'/u);
    await home.run(['daemon', 'stop']);
  });
});

describe.concurrent('the doctor', () => {
  const signalOf = async (home: RoosterHome): Promise<readonly (readonly [string, string])[]> => {
    const {out} = await home.run(['doctor', '--json']);
    const {findings} = JSON.parse(out) as {findings: readonly {name: string; verdict: string; what: string}[]};
    return findings.filter(({name}) => name === 'signal').map(({verdict, what}) => [verdict, what] as const);
  };

  test('leads from nothing to the phone, with and without a daemon', async () => {
    using home = homeWith();
    expect(await signalOf(home)).toEqual([
      ['good', 'signal-cli 0.14.6'],
      ['bad', 'no account is linked'],
      ['bad', 'no person has a Signal address, so nobody there gets an answer'],
    ]);
    await home.run(['signal', 'link', '--yes']);
    const well = [
      ['good', 'signal-cli 0.14.6'],
      ['good', `linked to ${OWN.number}`],
    ];
    expect(await signalOf(home)).toEqual([
      ...well,
      ['good', 'the daemon sends and receives'],
      ['good', 'reminders reach owner on Signal'],
      ['odd', 'not tested yet whether the phone rings for a message'],
    ]);
    await home.run(['signal', 'ring', 'no']);
    expect((await signalOf(home)).at(-1)).toEqual(['bad', 'the phone did not ring for a test message']);
    await home.run(['daemon', 'stop']);
    expect(await signalOf(home)).toEqual([...well, ['good', 'reminders reach owner on Signal']]);
  });
});
