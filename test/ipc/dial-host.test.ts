// The connection over ssh, with a script in its place.
import {execFileSync} from 'node:child_process';
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {dialHost} from '../../src/ipc/socket/dial-host.ts';
import type {CloseReason} from '../../src/ipc/wire/index.ts';
import {tempDir} from '../support/temp-dir.ts';

let folder: ReturnType<typeof tempDir>;
beforeEach(() => {
  folder = tempDir();
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder[Symbol.dispose]();
});

describe('the connection to a host', () => {
  test('ends with the last words of ssh, if it says nothing else', async () => {
    const {closed, connected} = dialled('echo "Host key verification failed." >&2; exit 255');
    await expect(connected).rejects.toThrow("Couldn't reach den: Host key verification failed.");
    expect(await closed).toMatchObject({kind: 'announced', message: expect.stringContaining('Host key')});
  });

  test('ends when ssh does, even if its output is still open then: its lines come first', async () => {
    const {closed, connected, lines} = dialled('echo first; (sleep 0.3; echo last) & exit 255');
    await connected;
    expect(await closed).toMatchObject({kind: 'announced', message: expect.stringContaining('ended')});
    expect(lines).toEqual(['first', 'last']);
  });

  test('is read to its end after a pause', async () => {
    const {closed, connected, lines, transport} = dialled('seq 1 100000; exit 255');
    await connected;
    transport.pause();
    await new Promise(resolve => setTimeout(resolve, 200));
    transport.resume();
    await closed;
    expect(lines).toHaveLength(100_000);
    expect(lines.at(-1)).toBe('100000');
  });

  test('gets no keys of this terminal, unless ssh may ask there', async () => {
    const session = async (mayAsk: boolean): Promise<string | undefined> => {
      const {closed, lines} = dialled('ps -o sess= -p $$', mayAsk);
      await closed;
      return lines[0]?.trim();
    };
    const own = execFileSync('ps', ['-o', 'sess=', '-p', String(process.pid)], {encoding: 'utf8'}).trim();
    expect(await session(true)).toBe(own);
    expect(await session(false)).toMatch(/^\d+$/u);
    expect(await session(false)).not.toBe(own);
  });

  test('says that ssh is missing', async () => {
    const {closed, connected} = dialled(undefined);
    await expect(connected).rejects.toThrow('Reaching den needs OpenSSH');
    expect(await closed).toMatchObject({kind: 'announced', message: expect.stringContaining('OpenSSH')});
  });

  test('closed here, is closed here', async () => {
    const {closed, connected, transport} = dialled('echo first; cat');
    await connected;
    transport.close();
    expect(await closed).toEqual({kind: 'here'});
  });
});

const dialled = (script: string | undefined, mayAsk = false) => {
  const path = join(folder.path, 'ssh');
  if (script !== undefined) {
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }
  vi.stubEnv('PATH', script === undefined ? folder.path : `${folder.path}:${process.env['PATH']}`);
  const {transport, connected} = dialHost({name: 'den', destination: 'den'}, {starts: true, mayAsk});
  const lines: string[] = [];
  const closed = new Promise<CloseReason>(resolve => {
    transport.start({
      message: line => void lines.push(line),
      error: fault => {
        throw new Error(fault);
      },
      close: resolve,
    });
  });
  return {transport, connected, closed, lines};
};
