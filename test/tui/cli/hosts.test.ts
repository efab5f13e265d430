// `rooster host`: the machines that this terminal knows.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {tempDir} from '../../support/temp-dir.ts';
import {rooster} from './rooster.ts';

test('host list shows the program of a machine where it has another path', async () => {
  using home = tempDir();
  const hosts = {den: {address: 'ssh://me@den', command: '/opt/rooster/bin/rooster'}, attic: 'ssh://me@attic:2222'};
  writeFileSync(join(home.path, 'config.json'), JSON.stringify({hosts}));
  const env = {ROOSTER_HOME: home.path};
  expect((await rooster(['host', 'list'], {env})).out()).toBe(
    [
      '* local  this machine',
      '  den    me@den               command: /opt/rooster/bin/rooster',
      '  attic  ssh://me@attic:2222',
      '',
    ].join('\n'),
  );
});
