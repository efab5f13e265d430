import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {probeSignal} from '../../../../src/daemon/channels/signal/probe.ts';
import {probeProgram} from '../../../../src/daemon/channels/signal-cli/program.ts';
import {systemClock} from '../../../../src/shared/time/clock.ts';
import {daemonWith, standInHome} from '../../../signal-stand-in/checks/start.ts';
import {OWN} from '../../../signal-stand-in/signal/samples.ts';
import {tempDir} from '../../../support/temp-dir.ts';

describe('a program', () => {
  test.for([
    ['echo "signal-cli 0.14.6"', {kind: 'works', version: '0.14.6'}],
    [
      'echo "signal-cli 0.13.19"',
      {kind: 'works', version: '0.13.19', warning: expect.stringContaining('older than 0.14.5')},
    ],
    ['echo "sh: exec: java: not found" >&2; exit 127', {kind: 'noJava'}],
    ['echo "ERROR: JAVA_HOME is not set and no java command could be found" >&2; exit 1', {kind: 'noJava'}],
    ['echo "java.lang.UnsupportedClassVersionError: class file version 69.0" >&2; exit 1', {kind: 'oldJava'}],
    ['echo "Boom." >&2; exit 2', {kind: 'fails', because: 'Boom'}],
    ['exit 0', {kind: 'fails', because: 'it does not say its version'}],
  ] as const)('that does `%s` is %j', async ([script, found]) => {
    using dir = tempDir();
    const command = join(dir.path, 'signal-cli');
    writeFileSync(command, `#!/bin/sh\n${script}\n`);
    chmodSync(command, 0o755);
    expect(await probeProgram(command)).toEqual(found);
  });

  test('that is missing or not executable is reported', async () => {
    using dir = tempDir();
    const command = join(dir.path, 'signal-cli');
    expect(await probeProgram(command)).toEqual({kind: 'absent'});
    writeFileSync(command, '#!/bin/sh\n', {mode: 0o644});
    expect(await probeProgram(command)).toEqual({kind: 'notExecutable'});
  });
});

describe('the native library', () => {
  const NATIVE =
    'case "$*" in *--version*) echo "signal-cli 0.14.6";; *) echo "Missing required native library dependency: libsignal-client." >&2; echo >&2; exit 1;; esac';
  const probed = (home: string, arch: string) =>
    probeSignal({
      config: {endpoint: 'spawn', command: join(home, 'signal-cli'), account: OWN.number},
      database: join(home, 'rooster.db'),
      clock: systemClock(),
      machine: {platform: 'linux', arch},
    });

  test("is checked on a machine that the Java build doesn't support", async () => {
    using dir = tempDir();
    const command = join(dir.path, 'signal-cli');
    writeFileSync(command, `#!/bin/sh\n${NATIVE}\n`, {mode: 0o755});
    expect(await probed(dir.path, 'arm64')).toEqual({program: {kind: 'noNative'}, linked: false});
    expect(await probed(dir.path, 'x64')).toEqual({program: {kind: 'works', version: '0.14.6'}, linked: false});
  });

  test('a home whose path is too long for the socket is reported', async () => {
    const {tooLong} = await probed(`/nowhere/${'x'.repeat(80)}`, 'x64');
    expect(tooLong).toMatch(/sc\.sock has \d+ bytes/u);
  });
});

describe('an endpoint', () => {
  const probe = (endpoint: string, database = '/nowhere/rooster.db') =>
    probeSignal({config: {endpoint, command: 'signal-cli', account: OWN.number}, database, clock: systemClock()});

  test("with one account doesn't name it; an endpoint with several does", async () => {
    using home = standInHome();
    await daemonWith(home);
    expect(await probe(`unix:${home.socket}`)).toEqual({endpoint: {kind: 'answers', version: '0.14.6'}});
    using other = standInHome();
    await daemonWith(other, {account: false});
    expect(await probe(`unix:${other.socket}`)).toEqual({
      endpoint: {kind: 'answers', version: '0.14.6', accounts: [OWN.number]},
    });
  });

  test("that doesn't answer is silent, with the reason", async () => {
    for (const endpoint of ['unix:/nowhere/sc.sock', 'tcp:127.0.0.1:1', 'http://127.0.0.1:1']) {
      expect(await probe(endpoint)).toEqual({endpoint: {kind: 'silent', because: expect.any(String)}});
    }
  });
});
