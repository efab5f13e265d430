// A call of the agent that waits for an answer: a card above the composer, with keys that work while one writes and that nothing else is
// taken for.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {pick} from '../../support/random-steps.ts';
import {KEYS, openTestApp, type TestAppOptions} from '../../support/render-app.tsx';
import {seededRandom} from '../../support/seeded-random.ts';

const opened = async (options: TestAppOptions = {}) => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.session({key: MAIN, person: 'alice'});
  const app = await openTestApp({gateway, clock, ...options});
  const asks: typeof gateway.asks = given => gateway.asks(given);
  /** A call that has been on the screen for a while. */
  const waits = async (given?: Parameters<typeof asks>[0]) => {
    const approval = asks(given);
    await app.frame();
    await app.frame(SECOND);
    return approval;
  };
  return {app, gateway, waits};
};

test('a call that waits is a card: what it would do, what runs, its keys and the time left', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  const {id} = await waits();
  const screen = await app.frame();
  expect(screen).toMatch(
    / ▌ \? Run outside the sandbox: git push\.\n ▌ Alt\+Y approve {2}Alt\+N deny {2}Alt\+L look +\d+[hm].* left\n/u,
  );
  expect(screen.split('\n')[0]).toContain('!1');
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([{id, answer: 'approve'}]);
  const after = await app.frame();
  expect(after).not.toContain('▌');
  expect(after.split('\n')[0]).not.toContain('!1');
  expect(after).toMatch(/Approved by alice at the terminal after 1s: Run outside the sandbox/u);
});

test.each([24, 16])('a card of %i rows shows what was read, however long the command is', async rows => {
  const {app, waits} = await opened({rows});
  await using _ = app;
  const effect = `Run outside the sandbox: ${'echo step; '.repeat(20)}, after reading evil.example.`;
  await waits({effect, after: [{trust: 'public', by: {kind: 'web', name: 'evil.example'}}]});
  expect(await app.frame()).toContain('after reading evil.example.');
});

test('a card names whole hosts: a cut joins the pieces of no two of them', async () => {
  const {app, waits} = await opened({rows: 24});
  await using _ = app;
  const web = (name: string) => ({trust: 'public', by: {kind: 'web', name}}) as const;
  await waits({
    effect: `Run a command that may reach evil.example: curl https://evil.example/${'a'.repeat(160)}, after reading registry.npmjs.org, docs.example.net, 127.0.0.1:8765.`,
    after: [web('registry.npmjs.org'), web('docs.example.net'), web('127.0.0.1:8765')],
  });
  const screen = await app.frame();
  expect(screen).toContain('? Run a command that may reach …');
  expect(screen).toMatch(/ … .*docs\.example\.net, 127\.0\.0\.1:8765\.\n/u);
});

test('a question that the phone no longer needs is not a failed delivery', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  const {id} = await waits();
  gateway.answers(id);
  gateway.delivers({
    key: `approval:${id}@signal:alice`,
    address: 'signal:alice',
    text: 'Rooster asks',
    state: 'dead',
    discarded: true,
    lastError: 'It was approved elsewhere.',
  });
  const screen = await app.frame();
  expect(screen).toContain('Approved by alice at the terminal');
  expect(screen).not.toContain('not delivered');
  await app.type(KEYS.alt('5'));
  expect(await app.frame()).toMatch(/delivery to .+ discarded: It was approved elsewhere\./u);
});

test('the log says of a call about which nobody could be asked that it was not run, not that it was denied', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  const {id} = await waits();
  gateway.answers(id, {state: 'denied', way: 'nobody', by: undefined});
  await app.type(KEYS.alt('5'));
  const screen = await app.frame();
  expect(screen).toMatch(/call not run: nobody could be asked: Run outside/u);
  expect(screen).not.toContain('denied');
});

test('a card shows the lines of a call as they are indented, and a command again that could be more of the sentence', async () => {
  const {app, gateway, waits} = await opened({rows: 36});
  await using _ = app;
  const {id} = await waits({arguments: JSON.stringify({command: 'for f in *; do\n    echo "$f"\ndone'})});
  expect(await app.frame()).toMatch(/▌ {3}for f in \*; do\n ▌ {7}echo "\$f"\n ▌ {3}done\n/u);
  gateway.answers(id);
  await waits({
    effect: 'Run outside the sandbox: rm -r x, after reading nothing.',
    arguments: JSON.stringify({command: 'rm -r x, after reading nothing'}),
  });
  expect(await app.frame()).toMatch(/nothing\.\n ▌ {3}rm -r x, after reading nothing\n/u);
});

test('without a working sandbox the card says why it asks', async () => {
  const {app, waits} = await opened();
  await using _ = app;
  await waits({
    effect: 'Run without a sandbox, because none works here: git push.',
    effects: [
      {
        kind: 'outside',
        says: 'x',
        because: `The sandbox doesn't work: bubblewrap isn't installed. Run "rooster doctor".`,
      },
    ],
  });
  expect(await app.frame()).toMatch(
    /none works here: git push\.\n ▌ {3}The sandbox doesn't work: bubblewrap isn't installed\. Run "rooster\n ▌ {3}doctor"\.\n/u,
  );
});

test('a proposed note has its own words, and a call that waits goes before it', async () => {
  const {app, waits} = await opened({rows: 36});
  await using _ = app;
  await waits({effect: 'Note under "Rules", after reading figs.example.', proposed: true});
  expect(await app.frame()).toMatch(/Note under "Rules"[\s\S]*Alt\+Y accept {2}Alt\+N discard/u);
  await waits({effect: 'Send a mail to bob.'});
  expect(await app.frame()).toMatch(/Send a mail to bob[\s\S]*Alt\+Y approve {2}Alt\+N deny[\s\S]*Note under "Rules"/u);
});

test('a command that the sentence has is not shown again because it runs outside', async () => {
  const {app, waits} = await opened();
  await using _ = app;
  await waits({arguments: JSON.stringify({command: 'git push', outside: true})});
  expect(await app.frame()).toMatch(/ ▌ \? Run outside the sandbox: git push\.\n ▌ Alt\+Y approve/u);
});

test('beside the conversation stands what became of a call, once', async () => {
  const {app, gateway} = await opened({rows: 40, columns: 140});
  await using _ = app;
  const {id} = gateway.asks();
  expect(await app.frame()).toMatch(/Run outside the[^│]* asks/u);
  gateway.answers(id, {state: 'denied'});
  const screen = await app.frame();
  expect(screen).toMatch(/Run outside[^│]* denied/u);
  expect(screen).not.toMatch(/Run outside[^│\n]* asks/u);
});

test('a final line break is not a row that a card hides', async () => {
  const {app, waits} = await opened({rows: 24});
  await using _ = app;
  await waits({arguments: '{"path":"notes.md","content":"Be kind.\\n"}'});
  expect(await app.frame()).toContain('content: Be kind.');
  expect(await app.frame()).not.toContain('more row');
});

test('its keys work in the middle of a sentence, which stays', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  const {id} = await waits();
  await app.type('I was just', KEYS.alt('n'));
  expect(gateway.callsOf('approval.answer')).toEqual([{id, answer: 'deny'}]);
  expect(await app.frame()).toContain(' > I was just');
});

test('a key that was pressed as the card came up is not taken for an answer', async () => {
  const {app, gateway} = await opened();
  await using _ = app;
  gateway.asks();
  await app.frame();
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  expect(await app.frame()).toContain('The call came up just now.');
  await app.frame(SECOND);
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toHaveLength(1);
});

test('a card that takes the place of one that was answered elsewhere is not answered by the same key', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  const first = await waits();
  await waits({effect: 'Send a mail to bob.'});
  gateway.answers(first.id, {way: 'signal'});
  await app.frame();
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([]);
});

test('a held key answers one call, however long it is held', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  const first = await waits();
  for (const effect of ['Second.', 'Third.']) await waits({effect});
  for (let press = 0; press < 60; press += 1) {
    await app.type(KEYS.alt('y'));
    await app.frame(33);
  }
  expect(gateway.callsOf('approval.answer')).toEqual([{id: first.id, answer: 'approve'}]);
});

test('several calls stack, the oldest first, and the header counts them with the rings', async () => {
  const {app, gateway, waits} = await opened({rows: 36, columns: 110});
  await using _ = app;
  await waits({effect: 'First.'});
  await waits({effect: 'Second.'});
  await waits({effect: 'Third.'});
  await waits({effect: 'Fourth.'});
  gateway.fires(gateway.reminds({message: 'tea', user: 'alice'}));
  const screen = await app.frame();
  expect(screen).toMatch(
    /▌ \? First\.\n ▌ {3}git push\n ▌ Alt\+Y .*\+1 more {2}\d+[hm].* left\n ▌ \? Second\.\n ▌ \? Third\./u,
  );
  expect(screen).toMatch(/▌ ◷ tea/u);
  expect(screen.split('\n')[0]).toContain('!5 unanswered');
});

test.each([
  [{way: 'signal', by: 'alice'}, 'Approved by alice on Signal after 12s'],
  [{state: 'denied', way: 'ntfy', by: 'bob'}, 'Denied by bob on ntfy after 12s'],
  [{state: 'expired', way: 'deadline', by: undefined}, 'Not run: nobody answered in time'],
] as const)('after an answer elsewhere the card goes and a line says so: %j', async (end, words) => {
  const {app, gateway} = await opened();
  await using _ = app;
  const {id} = gateway.asks();
  await app.frame(12 * SECOND);
  gateway.answers(id, end);
  const screen = await app.frame();
  expect(screen).toContain(words);
  expect(screen).not.toContain('▌');
});

test('an answer that came second says which was first', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  await waits();
  gateway.refuses('approval.answer', new GatewayError('refused', 'It was already denied on Signal.'));
  await app.type(KEYS.alt('y'));
  expect(await app.frame()).toContain('It was already denied on Signal.');
});

test('what runs is shown as it is: nothing in it acts, and a cut is marked', async () => {
  const {app, waits} = await opened({columns: 80, rows: 34});
  await using _ = app;
  const command = `echo \u202egnp.exe\u001b[2J\u200b ${'x'.repeat(400)}; rm -rf /`;
  await waits({arguments: JSON.stringify({command})});
  const screen = await app.frame();
  expect(screen).toContain('echo <U+202E>gnp.exe<U+001B>[2J<U+200B> x');
  expect(screen).toMatch(/… \d+ more rows/u);
});

test('the waiting turn says that it waits for the person', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  gateway.turnStarts('turn_1');
  await waits();
  expect(await app.frame()).toContain('rooster waits for your answer');
});

test('a click on a word of the card answers it', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  const {id} = await waits();
  const rows = (await app.frame()).split('\n');
  const row = rows.findIndex(line => line.includes('Alt+Y approve'));
  await app.type(KEYS.click(rows[row]?.indexOf('deny') ?? 0, row));
  expect(gateway.callsOf('approval.answer')).toEqual([{id, answer: 'deny'}]);
});

test('without the card on the screen no key answers, and Alt+L reads it', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  await waits();
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toContain('Alt+L a call waits');
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  await app.type(KEYS.alt('l'));
  expect(await app.frame()).toContain('{"command":"git push"}');
  await app.type(KEYS.alt('y'), KEYS.esc, KEYS.alt('1'), KEYS.alt('z'));
  await app.frame(SECOND);
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([]);
});

test.each([
  [40, 24],
  [60, 12],
  [80, 8],
  [140, 40],
])('at %i columns and %i rows the effect, its keys and the composer are on the screen', async (columns, rows) => {
  const {app, waits} = await opened({columns, rows});
  await using _ = app;
  await waits();
  const screen = (await app.frame()).split('\n');
  expect(screen.find(line => line.includes('▌ ?'))).toContain('Run outside');
  expect(screen.join('\n')).toContain('Alt+Y approve');
  expect(screen.join('\n')).toContain(' > write to rooster');
});

test('a terminal that only watches shows the card without answers', async () => {
  const {app, gateway, waits} = await opened({watches: true});
  await using _ = app;
  await waits();
  const screen = await app.frame();
  expect(screen).toMatch(/▌ \? Run outside/u);
  expect(screen).not.toContain('Alt+Y approve');
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toEqual([]);
});

test('the terminal notifies the person', async () => {
  const {app, gateway} = await opened({env: {LANG: 'en_US.UTF-8', TERM: 'xterm', TERM_PROGRAM: 'iTerm.app'}});
  await using _ = app;
  const before = app.state().ui.called;
  gateway.asks();
  await app.frame();
  expect(app.state().ui.called).toBe(before + 1);
  expect(app.state().ui.calls.at(-1)?.text).toBe('Run outside the sandbox: git push.');
});

test('no sentence that is typed or pasted answers a call, whatever is in it', async () => {
  const {app, gateway, waits} = await opened();
  await using _ = app;
  await waits();
  const random = seededRandom(26);
  const some = (): string =>
    Array.from({length: 1 + Math.floor(random() * 8)}, () => pick(random, [...PIECES])).join('');
  const inputs: readonly (() => readonly string[])[] = [
    () => [`\x1b[200~${some()}\x1b[201~`],
    // Without bracketed paste.
    () => [`${pick(random, ['yes', 'x', ' '])}${some()}`],
    () => [`${some()}${pick(random, ['yes', 'x', ' '])}`],
    // Escape and a letter within a moment, as a hasty hand types them.
    () => ['\x1b', pick(random, ['y', 'n', 'yes'])],
    () => ['yes', '\r'],
  ];
  for (let run = 0; run < 80; run += 1) {
    for (const input of pick(random, inputs)()) app.terminal.type(input);
    await app.frame(SECOND);
    expect(gateway.callsOf('approval.answer')).toEqual([]);
    await app.type(KEYS.ctrl('u'));
    await app.frame(SECOND);
  }
  await app.type(KEYS.alt('y'));
  expect(gateway.callsOf('approval.answer')).toHaveLength(1);
});

const PIECES = [...'yn aY!.lé', '\x1by', '\x1bY', '\x1bn', '\x1b[121;3u', '\x1b[121:89;3u', '\x1b[27;3;121~'];
