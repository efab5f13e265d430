// A call that needs an answer, read in full, allowed for good, listed; and answered by typed commands.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp, type TestAppOptions} from '../../support/render-app.tsx';

const opened = async (options: TestAppOptions = {}) => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.session({key: MAIN, person: 'alice'});
  const app = await openTestApp({gateway, clock, columns: 100, rows: 34, ...options});
  const waits = async (given?: Parameters<typeof gateway.asks>[0]) => {
    const approval = gateway.asks(given);
    await app.frame();
    await app.frame(SECOND);
    return approval;
  };
  /** Presses keys as a person does: one after the other, each with a look at the screen. */
  const presses = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await app.frame(SECOND);
      await app.type(key);
    }
    await app.frame(SECOND);
  };
  return {app, gateway, waits, presses};
};

test('the reader has each argument, the exact bytes, the hash, what was read and the deadline', async () => {
  const {app, waits, presses} = await opened();
  await using _ = app;
  const lines = Array.from({length: 40}, (__, index) => `echo line-${index}`).join('\n');
  await waits({
    arguments: JSON.stringify({command: `${lines}\n${'y'.repeat(300)}\u202e`, hosts: ['example.com']}),
    after: [{trust: 'public', by: {kind: 'web', name: 'example.com'}}],
  });
  await presses(KEYS.alt('l'));
  const top = await app.frame();
  expect(top).toContain('echo line-3');
  expect(top).not.toContain('SHA-256');
  await presses('G');
  const facts = await app.frame();
  expect(facts).toContain('SHA-256');
  expect(facts).toContain('ab'.repeat(20));
  expect(facts).toMatch(/read before +example\.com/u);
  expect(facts).toMatch(/until +2026-11-21 12:00/u);
  expect(facts).toMatch(/"hosts":[\s│]*\["example\.com"\]\}/u);
  expect(facts).toContain('The exact arguments:');
  expect(facts).toContain('<U+202E>');
});

test('the reader of a call has the rows of its card', async () => {
  const {app, waits, presses} = await opened();
  await using _ = app;
  await waits();
  await presses(KEYS.alt('l'));
  expect(await app.frame()).not.toContain('▌');
  await presses(KEYS.esc);
  expect(await app.frame()).toContain('▌');
});

test('the reader breaks a long line of a call between words, and leaves nothing out', async () => {
  const {app, waits, presses} = await opened();
  await using _ = app;
  const words = Array.from({length: 30}, (__, index) => `argument-${index}`);
  await waits({effect: 'Run it.', arguments: JSON.stringify({command: `printf ${words.join(' ')}`})});
  await presses(KEYS.alt('l'));
  const screen = await app.frame();
  for (const word of words) expect(screen).toContain(word);
});

test('the reader approves and denies, not in its first half second and not by a letter', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  const {id} = await waits();
  await app.type(KEYS.alt('l'), KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  await presses('y', 'yes', '\r', KEYS.alt('l'));
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  await presses(KEYS.alt('n'));
  expect(gateway.callsOf('approval.answer')).toEqual([{id, answer: 'deny'}]);
  expect(await app.frame()).toContain('> write to rooster');
});

test('a call that is answered elsewhere while it is read takes no key any more', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  const {id} = await waits();
  await presses(KEYS.alt('l'));
  gateway.answers(id, {state: 'denied', way: 'signal'});
  await presses(KEYS.alt('y'));
  expect(await app.frame()).toContain('denied by alice on Signal');
  expect(gateway.callsOf('approval.answer')).toEqual([]);
});

test('"always" says what, where and until when in words, and asks before it is sent', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  const {id} = await waits();
  await presses(KEYS.alt('l'), KEYS.alt('a'));
  const scopes = await app.frame();
  for (const words of ['exactly this call', 'the command git push', 'the program git', 'the host example.com'])
    expect(scopes).toContain(words);
  expect(scopes).not.toContain('messages to');
  await presses('host', KEYS.enter);
  expect(await app.frame()).toContain('in this conversation');
  await presses(KEYS.enter);
  await presses('week', KEYS.enter);
  const question = await app.frame();
  expect(question).toMatch(/allow the host example\.com in this conversation, for a week\?/u);
  expect(question.replaceAll(/[\s│]+/gu, ' ')).toContain('After reading text from elsewhere, the agent still asks.');
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  await presses('y');
  expect(gateway.callsOf('approval.answer')).toMatchObject([
    {id, answer: 'approve', always: {scope: 'host', here: true, until: expect.stringMatching(/^2026-11-28T/u)}},
  ]);
  expect(await app.frame()).toMatch(/From now on without asking: the host git push, in .+, for good/u);
});

test('a held Enter makes no rule', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  await waits();
  await presses(KEYS.alt('l'), KEYS.alt('a'));
  for (let press = 0; press < 40; press += 1) {
    await app.type(KEYS.enter);
    await app.frame(33);
  }
  expect(gateway.callsOf('approval.answer')).toEqual([]);
});

test('a command with a star has to be typed, and the daemon may refuse it', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  await waits();
  await presses(KEYS.alt('l'), KEYS.alt('a'), 'you type', KEYS.enter);
  expect(await app.frame()).toContain('type a command with a *');
  await presses('git', KEYS.enter);
  expect(await app.frame()).toContain('type a command with a *');
  await presses(' p*', KEYS.enter, 'everywhere', KEYS.enter, 'good', KEYS.enter);
  expect(await app.frame()).toContain('allow commands like git p* everywhere, for good?');
  gateway.refuses('approval.answer', new GatewayError('invalid', '"git p*" does not cover this call.'));
  await presses('y');
  expect(await app.frame()).toContain('"git p*" does not cover this call.');
  expect(await app.frame()).toContain('Alt+Y approve');
});

test('after reading text from elsewhere only exactly this call or command can be allowed', async () => {
  const {app, waits, presses} = await opened();
  await using _ = app;
  await waits({after: [{trust: 'public', by: {kind: 'web', name: 'example.com'}}]});
  await presses(KEYS.alt('l'), KEYS.alt('a'));
  const scopes = await app.frame();
  expect(scopes).toContain('the command git push');
  expect(scopes).not.toContain('the program git');
  expect(scopes).not.toContain('which you type');
});

const TO_BOB = {kind: 'mail', says: 'send a mail to bob', names: {recipient: 'mail:bob'}} as const;

test('/approvals has proposed notes in a group of their own', async () => {
  const {app, waits, presses} = await opened();
  await using _ = app;
  await waits({effect: 'Note under "Rules".', effects: [], arguments: '{}', proposed: true});
  await waits({effect: 'Send a mail to bob.', effects: [TO_BOB], arguments: '{}'});
  await presses('/approvals', KEYS.enter);
  expect(await app.frame()).toMatch(
    /waiting for your answer[\s\S]*mail +mail:bob[\s\S]*proposed notes[\s\S]*Note under "Rules"/u,
  );
});

test('/approvals lists what waits, what was answered and the rules; a rule is revoked after a question', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  const first = await waits({effect: 'Send a mail to bob.', effects: [TO_BOB], arguments: '{}'});
  await waits();
  gateway.answers(first.id, {way: 'signal'});
  await presses(KEYS.alt('l'), KEYS.alt('a'), 'program', KEYS.enter, 'everywhere', KEYS.enter, 'good', KEYS.enter, 'y');
  await waits({effect: 'Write AGENTS.md.', effects: [], arguments: '{}'});
  await presses('/approvals', KEYS.enter);
  const list = await app.frame();
  expect(list).toMatch(
    /waiting for your answer[\s\S]*Write AGENTS\.md\.[\s\S]*answered[\s\S]*mail +mail:bob[\s\S]*rules[\s\S]*the program git push +everywhere, for good/u,
  );
  expect(list).toContain('approved by alice on Signal');
  await presses('program', KEYS.enter);
  expect(await app.frame()).toContain('Revoke this rule?');
  await presses('y');
  expect(gateway.callsOf('approval.revoke')).toHaveLength(1);
  expect(await app.frame()).not.toContain('── rules');
});

test('Enter in the list reads a call, and Esc goes back to the list', async () => {
  const {app, waits, presses} = await opened();
  await using _ = app;
  await waits();
  await presses('/approvals', KEYS.enter, KEYS.enter);
  expect(await app.frame()).toContain('SHA-256');
  await presses(KEYS.esc);
  expect(await app.frame()).toContain('waiting for your answer');
});

test('/approve asks before it answers, since its line may be pasted; /deny answers', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  const {id} = await waits();
  await presses(`\x1b[200~/approve ${id}\x1b[201~`, KEYS.enter);
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  expect(await app.frame()).toContain('Approve this call, once? Run outside the sandbox: git push.');
  await presses('n');
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  await presses(`/approve ${id}`, KEYS.enter, 'y');
  expect(gateway.callsOf('approval.answer')).toEqual([{id, answer: 'approve'}]);
  const next = await waits();
  await presses(`/deny ${next.id}`, KEYS.enter);
  expect(gateway.callsOf('approval.answer').at(-1)).toEqual({id: next.id, answer: 'deny'});
  await presses('/approve apr_none', KEYS.enter);
  expect(await app.frame()).toContain('No call "apr_none" waits for an answer. /approvals lists them.');
  await app.frame(MINUTE);
});

test('/approve without an id answers nothing: it shows the only call that waits, and says how to answer it', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  await presses('/approve', KEYS.enter);
  expect(await app.frame()).toContain('No call waits for an answer.');
  const {id} = await waits();
  for (const line of ['', '/deny']) {
    await presses(line, KEYS.enter);
    const screen = await app.frame();
    expect(screen).toContain('Run outside the sandbox: git push.');
    expect(screen).toContain(`To answer ${id}: Alt+Y: approve, Alt+N: deny.`);
    await presses(KEYS.esc);
  }
  await waits();
  await presses('/approve', KEYS.enter);
  expect(await app.frame()).toContain('Several calls wait. /approvals lists them.');
  expect(gateway.callsOf('approval.answer')).toEqual([]);
});

test('the rows of the list show at 80 columns in what the calls differ', async () => {
  const {app, waits, presses} = await opened({columns: 80});
  await using _ = app;
  const long = 'npm install --save-dev some-long-package';
  for (const host of ['registry.npmjs.org', 'evil.example'])
    await waits({
      effect: `Run a command that may reach ${host}: ${long}.`,
      effects: [{kind: 'outside', says: 'x', names: {host}}],
      arguments: JSON.stringify({command: long, hosts: [host]}),
    });
  await waits({effects: [{kind: 'outside', says: 'x', names: {command: 'git push', program: 'git'}}]});
  await presses('/approvals', KEYS.enter);
  const screen = await app.frame();
  expect(screen).toMatch(/outside +registry\.npmjs\.org: npm/u);
  expect(screen).toMatch(/outside +evil\.example: npm/u);
  expect(screen).toMatch(/outside +git push /u);
});

test('of two terminals the first answer counts, and the card of the other goes with a line about it', async () => {
  const {app, gateway, waits, presses} = await opened();
  await using _ = app;
  await using other = await openTestApp({gateway, clock: app.clock});
  const {id} = await waits();
  await other.frame(SECOND);
  expect(await other.frame()).toContain('Alt+Y approve');
  await presses(KEYS.alt('n'));
  const left = await other.frame(SECOND);
  expect(left).not.toContain('Alt+Y approve');
  expect(left).toMatch(/Denied by alice at the terminal/u);
  await other.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([{id, answer: 'deny'}]);
});
