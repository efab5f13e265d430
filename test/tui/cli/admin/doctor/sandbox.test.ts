import {expect, test} from 'vitest';
import {judgeSandbox} from '../../../../../src/tui/cli/admin/doctor/sandbox.ts';

const TRIED = [
  {ok: true, what: 'a command writes in the workspace'},
  {ok: true, what: 'it writes nothing outside'},
];

test('a sandbox that keeps its promises is good, with what was tried', () => {
  expect(judgeSandbox({kind: 'workspace', works: true, tried: TRIED})).toEqual([
    {
      name: 'sandbox',
      verdict: 'good',
      what: 'workspace: a command writes in the workspace, it writes nothing outside',
    },
  ]);
});

test('a sandbox that keeps nothing is bad', () => {
  const tried = [...TRIED, {ok: false, what: 'it may reach hosts that are not listed: the proxy answered 200'}];
  expect(judgeSandbox({kind: 'workspace', works: false, tried})).toMatchObject([
    {verdict: 'bad', what: 'it may reach hosts that are not listed: the proxy answered 200'},
  ]);
});

test('a missing package is named, with the command that installs it', () => {
  const reason = "bubblewrap and socat aren't installed.";
  const fix = 'sudo apt install bubblewrap socat';
  expect(judgeSandbox({kind: 'read-only', works: false, reason, fix, tried: []})).toEqual([
    {name: 'sandbox', verdict: 'odd', what: `commands of the agent don't run in one: ${reason}`, fix},
  ]);
});

test.each(['off', 'full'] as const)('a person who chose %s is told so, whether the sandbox would work or not', kind => {
  for (const works of [true, false])
    expect(judgeSandbox({kind, works, reason: 'It is broken.', tried: []})).toMatchObject([
      {verdict: 'odd', what: expect.stringContaining(`${kind}: commands of the agent run as you`)},
    ]);
});
