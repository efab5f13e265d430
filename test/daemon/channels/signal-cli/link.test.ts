// @module-tag deep
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ROOSTER} from '../../../../src/daemon/channels/signal/linked-account.ts';
import {type LinkStep, linkDevice, linkError} from '../../../../src/daemon/channels/signal-cli/link.ts';
import {type Clock, systemClock} from '../../../../src/shared/time/clock.ts';
import {SECOND} from '../../../../src/shared/time/time.ts';
import {writeAccount} from '../../../signal-stand-in/program/data-dir.ts';
import {OWN} from '../../../signal-stand-in/signal/samples.ts';
import {openServer} from '../../../signal-stand-in/signal/server.ts';
import {builtProgram} from '../../../support/built-program.ts';
import {writeShellCommand} from '../../../support/shell-command.ts';
import {tempDir} from '../../../support/temp-dir.ts';

const STAND_IN = await builtProgram(new URL('../../../signal-stand-in/main.ts', import.meta.url));

/** A signal-cli that waits for the phone is killed after a moment. */
const endsSoon: Clock = {
  ...systemClock(),
  after: (ms, run) => systemClock().after(ms === 5 * SECOND ? 200 : ms, run),
};

/** The stand-in for signal-cli, as a program, with its own data folder. */
const fixture = () => {
  const dir = tempDir();
  const command = join(dir.path, 'signal-cli');
  writeShellCommand(command, [process.execPath, STAND_IN]);
  const data = join(dir.path, 'data');
  const server = openServer(data);
  const steps: LinkStep[] = [];
  const abort = new AbortController();
  return {
    data,
    server,
    steps,
    abort,
    link: (program = command, onStep: (step: LinkStep) => void = () => {}) =>
      linkDevice({
        command: program,
        data,
        deviceName: 'Rooster',
        clock: endsSoon,
        host: ROOSTER,
        signal: abort.signal,
        onStep: step => {
          steps.push(step);
          onStep(step);
        },
      }),
    [Symbol.dispose]: () => {
      server[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

test('linking shows a link and returns the account number after the scan', {tags: ['fast']}, async () => {
  using place = fixture();
  expect(await place.link()).toEqual({kind: 'linked', number: OWN.number});
  expect(place.steps).toEqual([
    {kind: 'uri', uri: expect.stringMatching(/^sgnl:\/\/linkdevice\?uuid=.+&pub_key=.+$/u)},
  ]);
  expect(readFileSync(join(place.data, 'data', 'accounts.json'), 'utf8')).toContain(OWN.number);
});

test("a link that isn't scanned in time is replaced by another", async () => {
  using place = fixture();
  const error = {code: -1, message: 'Link request timed out, please try again.'};
  place.server.addRule({method: 'finishLink', error});
  expect(await place.link()).toEqual({kind: 'linked', number: OWN.number});
  expect(place.steps.map(({kind}) => kind)).toEqual(['uri', 'again', 'uri']);
  expect(place.steps[0]).not.toEqual(place.steps[2]);
});

test('linking fails with a sentence after five unscanned links', async () => {
  using place = fixture();
  place.server.addRule({
    method: 'finishLink',
    times: 0,
    error: {code: -1, message: 'Link request timed out, please try again.'},
  });
  expect(await place.link()).toEqual({
    kind: 'failed',
    because: 'The code was not scanned, 5 times over. Start again when the phone is at hand.',
  });
  expect(place.steps.filter(({kind}) => kind === 'uri')).toHaveLength(5);
});

test('linking without a network fails with a sentence', async () => {
  using place = fixture();
  place.server.set('network', 'down');
  expect(await place.link()).toEqual({
    kind: 'failed',
    because:
      'Signal could not be reached to link this device. Is there a network, and does it let signal-cli through? Try again.',
  });
});

test('linking can be cancelled while the link waits to be scanned', async () => {
  using place = fixture();
  place.server.set('scanAfterMs', null);
  expect(await place.link(undefined, () => place.abort.abort())).toEqual({kind: 'aborted'});
  expect(place.steps).toHaveLength(1);
});

test('linking an already linked account reports that', async () => {
  using place = fixture();
  writeAccount(place.data, OWN);
  expect(await place.link()).toMatchObject({kind: 'failed', because: expect.stringContaining('already linked here')});
});

test('a signal-cli that exits is quoted, and a missing one is named', async () => {
  using place = fixture();
  place.server.set('start', {
    exit: 2,
    stderr: 'signal-cli version is too old for the Signal-Server, please update.',
    left: 1,
  });
  expect(await place.link()).toEqual({
    kind: 'failed',
    because: 'Signal refuses this version of signal-cli as too old. Update signal-cli, then try again.',
  });
  place.server.set('start', {exit: 1, stderr: 'Something broke', left: 1});
  expect(await place.link()).toEqual({kind: 'failed', because: 'signal-cli ended with code 1: Something broke.'});
  place.server.set('start', {exit: 127, stderr: 'signal-cli: exec: java: not found', left: 1});
  expect(await place.link()).toMatchObject({because: expect.stringMatching(/finds no Java\. Install/u)});
  expect(await place.link('/no/such/signal-cli')).toEqual({
    kind: 'failed',
    because: expect.stringMatching(/^No program '\/no\/such\/signal-cli'\. Install signal-cli/u),
  });
});

test("a version that is too old can't be linked", async () => {
  using place = fixture();
  place.server.set('level', '0.13.19');
  expect(await place.link()).toEqual({
    kind: 'failed',
    because: expect.stringMatching(
      /^signal-cli 0\.13\.19 is too old: Rooster needs 0\.14\.5 or newer.* Then link again\.$/u,
    ),
  });
  expect(place.steps).toEqual([]);
});

test.for([
  ['signal-cli: exec: java: not found\n', /finds no Java\. Install/u],
  [
    'Missing required native library dependency: libsignal-client.\n\n',
    /no libsignal-client library.*Provide-native-lib/u,
  ],
  [
    'java.io.IOException: Boom.\n\tat org.asamk.signal.Main.main(Main.java:7)\n',
    /ended with code 1: java\.io\.IOException: Boom\.$/u,
  ],
] as const)('the last output is found even when the last line is empty: %j', async ([stderr, sentence]) => {
  using place = fixture();
  place.server.set('start', {exit: 1, stderr, left: 1});
  expect(await place.link()).toEqual({kind: 'failed', because: expect.stringMatching(sentence)});
});

test('data locked by another signal-cli is reported immediately', async () => {
  using place = fixture();
  const stderr = 'Config file is in use by another instance, waiting…';
  place.server.set('start', {exit: 143, stderr, left: 1});
  expect(await place.link()).toMatchObject({kind: 'failed', because: expect.stringContaining('Another signal-cli')});
});

test.for([
  [{kind: 'error', code: -1, message: 'Unknown device link uri.'}, /expired/u],
  [{kind: 'error', code: -1, message: 'Device link creation timed out, please try again.'}, /gave no code in time/u],
  [{kind: 'error', code: -3, message: 'Link request error: [411] Device limit exceeded'}, /remove one on the phone/u],
  [{kind: 'error', code: -3, message: 'Link request error: [409] Conflict'}, /update signal-cli/u],
  [{kind: 'error', code: -3, message: 'Link request error: [429] Rate limited'}, /Wait some minutes/u],
  [{kind: 'error', code: -32601, message: 'Method not implemented'}, /serves an account already/u],
  [{kind: 'error', code: -32603, message: 'boom (NullPointerException)'}, /Linking failed: boom/u],
  [{kind: 'lost', because: 'No answer to startLink within 110 s'}, /Is there a network/u],
] as const)('%j has its own sentence', ([reply, sentence]) => {
  expect(linkError(reply, 1)).toMatch(sentence);
});
