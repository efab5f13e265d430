// Everything that may happen to a terminal UI, in any order: keys, pastes, window sizes, events, a daemon that stops and returns, hostile
// text. The same random numbers cause the same events.
import type {Fact} from '../../src/shared/events/gateway-event.ts';
import type {MessageSource} from '../../src/shared/records/message.ts';
import {MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {MAIN} from './fake-gateway.ts';
import {HOSTILE_TEXTS} from './hostile-texts.ts';
import {KEYS, type TestApp} from './render-app.tsx';

/** The possible events, by name. Each varies with `random`. */
export const randomSteps = (app: TestApp, random: () => number): Readonly<Record<string, () => unknown>> => {
  const {gateway, terminal, clock} = app;
  let turns = 0;
  let running: {readonly turnId: `turn_${string}`; text: string} | undefined;
  const words = (most: number): string =>
    Array.from({length: 1 + Math.floor(random() * most)}, () => pick(random, WORDS)).join(' ');
  return {
    resize: () => terminal.resize(20 + Math.floor(random() * 140), 5 + Math.floor(random() * 40)),
    widthOnly: () => terminal.resize(20 + Math.floor(random() * 140), app.state().ui.size.rows),
    type: () => app.type(words(4)),
    paste: () => terminal.paste(Array.from({length: 1 + Math.floor(random() * 30)}, () => words(6)).join('\n')),
    key: () =>
      app.type(
        pick(
          random,
          Object.values(KEYS).filter(key => typeof key === 'string'),
        ),
      ),
    control: () => app.type(KEYS.ctrl(pick(random, [...'aefbkwuyjopnl']))),
    alternative: () => app.type(KEYS.alt(pick(random, [...'bfd123345a']))),
    scroll: () => app.type(pick(random, [KEYS.pageUp, KEYS.pageUp, KEYS.pageDown, KEYS.ctrlEnd])),
    wheel: () => app.type(pick(random, ['\x1b[<64;3;3M', '\x1b[<65;3;3M', KEYS.up.repeat(4), KEYS.down.repeat(4)])),
    slash: () =>
      app.type(
        pick(random, [
          '/help',
          '/status',
          '/plan',
          '/timeline',
          '/outbox',
          '/log',
          '/session d',
          '/remind 20m tea',
          '/nonsense',
        ]),
        KEYS.enter,
      ),
    browse: () =>
      app.type(
        KEYS.select,
        KEYS.up,
        pick(random, [
          ...[...'ncoursdxltgwz'].map(KEYS.alt),
          '.',
          KEYS.up,
          KEYS.down,
          KEYS.enter,
          KEYS.pageUp,
          KEYS.pageDown,
        ]),
      ),
    picked: () => app.type(pick(random, [...'kjnNuyo.YgGwz', KEYS.enter, KEYS.up, KEYS.down, KEYS.esc])),
    search: () =>
      app.type(KEYS.select, KEYS.ctrl('f'), pick(random, ['tea', 'o', '日本', 'nowhere']), KEYS.enter, KEYS.alt('n')),
    delivered: () => {
      const message = gateway.messages.findLast(({role, text}) => role === 'assistant' && text !== '');
      if (message === undefined) return;
      const state = pick(random, ['queued', 'sent', 'delivered', 'read', 'dead'] as const);
      const base = {id: 'dlv_1', key: 'k', address: 'signal:bob', attempts: 2, lastError: words(6)} as const;
      const delivery = {...base, state, text: message.text, createdAt: message.at, repeat: false, session: MAIN};
      gateway.emit({type: 'delivery.receipt', delivery});
    },
    clear: () => app.type(KEYS.ctrl('u')),
    line: () => app.type(KEYS.ctrl('u'), pick(random, ['!ls', '!!make', '!']), KEYS.enter),
    lineWrites: () => app.lines.write(pick(random, [`${words(60)}\n`, '50%\r', 'row\n'.repeat(90), ...HOSTILE])),
    lineEnds: () => (random() < 0.5 ? app.type(KEYS.ctrl('c')) : app.lines.end({kind: 'exit', code: 1})),
    message: () =>
      gateway.says(words(40), {source: pick(random, SOURCES), role: pick(random, ['assistant', 'user', 'system'])}),
    asks: () => app.gateway.asks({effect: words(30), arguments: JSON.stringify({command: words(90)})}),
    answersCalls: () => app.type(KEYS.alt(pick(random, [...'ynl']))),
    markdown: () => gateway.says(pick(random, MARKDOWN)),
    elsewhere: () => {
      gateway.session({key: 'rooster:dm:signal:bob', title: 'Bob', trust: 'familiar', unread: 1});
      gateway.says(words(10), {
        session: 'rooster:dm:signal:bob',
        source: {kind: 'user', name: 'Bob', channel: 'signal'},
        role: 'user',
      });
    },
    turn: () => {
      if (running !== undefined) return;
      running = {turnId: `turn_p${++turns}`, text: ''};
      gateway.turnStarts(running.turnId);
    },
    delta: () => {
      if (running === undefined) return;
      const text = `${words(12)}\n`;
      gateway.delta({turnId: running.turnId, text, offset: running.text.length});
      running.text += text;
    },
    tool: () => {
      if (running === undefined) return;
      const callId = `call_${++turns}`;
      const call = {turnId: running.turnId, callId, name: 'bash', summary: words(5), session: MAIN};
      gateway.says('', {turnId: running.turnId, toolCalls: [{callId, name: 'bash', input: {command: words(5)}}]});
      gateway.emit({type: 'turn.tool', ...call, phase: 'started'});
      running.text = '';
      if (random() < 0.5) return;
      gateway.emit({type: 'turn.tool', ...call, phase: 'ended', ok: random() < 0.8, tookMs: 1_234});
      gateway.says(words(60), {
        role: 'tool',
        turnId: running.turnId,
        tool: {callId, name: 'bash', ok: true, tookMs: 1_234},
        source: {kind: 'tool', name: 'bash'},
      });
    },
    end: () => {
      if (running === undefined) return;
      if (random() < 0.5) gateway.says(running.text || 'done', {turnId: running.turnId});
      gateway.turnEnds(
        running.turnId,
        random() < 0.5 ? {} : {outcome: 'failed', error: `The model did not answer: ${words(8)}`},
      );
      running = undefined;
    },
    view: () => app.type(KEYS.alt(pick(random, [...'12345']))),
    letters: () => app.type(pick(random, [...'jkgGfntsedxpFR12345y', ' ', KEYS.enter, KEYS.esc])),
    job: () =>
      gateway.schedules({
        name: pick(random, ['morning', 'sweep', 'week-plan', 'a-job-with-a-name-that-is-rather-long']),
        paused: random() < 0.3,
        nextAt: clock.now() + Math.floor(random() * 3_000) * MINUTE,
        ...(random() < 0.5 ? {last: {status: pick(random, ['ran', 'failed', 'skipped']), startedAt: clock.now()}} : {}),
      }),
    badFile: () => gateway.emit({type: 'cron.invalid', file: `cron/${words(1)}.md`, line: 3, reason: words(12)}),
    run: () =>
      gateway.runs({
        kind: pick(random, ['cron', 'reminder']),
        name: words(2),
        status: pick(random, ['running', 'ran', 'failed', 'suppressed']),
        ...(random() < 0.5 ? {endedAt: clock.now() + 1_234, error: words(9)} : {output: words(30)}),
      }),
    delivery: () =>
      gateway.delivers({
        address: pick(random, ['terminal:default', 'signal:group:AAEC', 'signal:+15555550100']),
        text: words(20),
        state: pick(random, ['queued', 'sending', 'sent', 'delivered', 'read', 'dead']),
        attempts: Math.floor(random() * 4),
        nextAttemptAt: clock.now() + 90 * SECOND,
        repeat: random() < 0.2,
      }),
    reminder: () => gateway.reminds({message: words(5), fireAt: clock.now() + Math.floor(random() * 90) * MINUTE}),
    fired: () => gateway.says(words(5), {source: {kind: 'reminder', name: 'rem_1'}}),
    focus: () => app.type(pick(random, ['\x1b[I', '\x1b[O'])),
    look: () => app.type(pick(random, ['/theme ascii', '/theme high', '/theme mono', '/theme auto']), KEYS.enter),
    find: () => app.type(KEYS.ctrl('p'), ...pick(random, ['tea', '!', '#the', '@b', '>th']), KEYS.enter),
    lost: () => gateway.goesAway('The daemon was killed.'),
    back: () => gateway.comesBack(),
    forgets: () => gateway.forgetsEvents(),
    gap: () => gateway.loses(() => gateway.says(words(8))),
    hostile: () => {
      const text = pick(random, HOSTILE);
      const name = text.slice(0, 60);
      pick(random, [
        () => gateway.says(text, {role: 'user', source: {kind: 'user', name, channel: 'signal'}}),
        () => gateway.session({key: 'rooster:dm:signal:carol', title: text, trust: 'familiar', unread: 1}),
        () => gateway.reminds({message: text, fireAt: clock.now() + MINUTE}),
        () => gateway.delivers({text, state: 'dead', lastError: text, address: 'signal:carol'}),
        () => gateway.runs({kind: 'cron', name: 'sweep', status: 'failed', error: text}),
        () => gateway.emit({type: 'cron.invalid', file: name, line: 1, reason: text}),
        () => gateway.emit({type: 'policy.refused', reason: text, source: {kind: 'user', name, channel: 'signal'}}),
      ])();
    },
    unknownKind: () => gateway.emit({type: 'moon.rose', phase: words(3)} as unknown as Fact),
    thinks: () => {
      if (running === undefined || running.text !== '') return;
      gateway.thinks({turnId: running.turnId, text: words(20), offset: 0, tookMs: 1_000});
    },
    trace: () => {
      const message = gateway.messages.at(-1);
      if (message === undefined) return;
      const kinds = ['run', 'turn', 'message', 'delivery', 'tool'] as const;
      gateway.tells(
        message.id,
        Array.from({length: 1 + Math.floor(random() * 12)}, (_, index) => ({
          at: clock.now() - index * MINUTE,
          kind: pick(random, kinds),
          id: `run_${Math.floor(random() * 4)}`,
          what: words(20),
          ...(random() < 0.3 ? {trust: pick(random, ['full', 'familiar'] as const)} : {}),
        })),
      );
    },
    why: () => app.type(pick(random, ['w', 'why', KEYS.esc, 'j', 'k', '2', KEYS.enter, KEYS.pageDown])),
    overlay: () =>
      app.type(
        pick(random, ['/signal', '/inject', '/why', '/status', '/help', '/zen', '/new', '/timeline']),
        KEYS.enter,
        pick(random, ['L', 'a', 'j', KEYS.tab, KEYS.down, KEYS.pageDown, 'some words', KEYS.right]),
      ),
    signal: () =>
      gateway.signals(
        {
          channel: 'signal',
          inbound: pick(random, ['up', 'down', 'off']),
          outbound: pick(random, ['up', 'down', 'off']),
          detail: words(12),
          contactRequests: [{address: 'signal:mallory', name: words(2), times: 2, lastAt: clock.now()}],
        },
        [{kind: 'failed', because: words(6)}],
      ),
    channel: () =>
      gateway.emit({
        type: 'channel.status',
        channel: 'signal',
        inbound: pick(random, ['up', 'down', 'off']),
        outbound: 'up',
      }),
    recall: () => app.type(KEYS.ctrl('r'), pick(random, ['t', 'the', '']), KEYS.up),
    menu: () => app.type(KEYS.esc, KEYS.up, '.', pick(random, [KEYS.down, KEYS.enter, 'y', KEYS.esc])),
    mention: () => app.type('@', pick(random, ['b', 'm', '']), pick(random, [KEYS.tab, KEYS.esc, ' '])),
    ask: () =>
      app.type(KEYS.alt('3'), 'n', pick(random, ['20m tea', 'pigs fly', '']), pick(random, [KEYS.enter, KEYS.esc])),
    many: () => gateway.hides(Math.floor(random() * 5)),
    waits: () => app.frame(Math.floor(random() * 20) * SECOND),
    reset: () => (random() < 0.2 ? gateway.emit({type: 'session.reset', session: MAIN}) : undefined),
  };
};

export const pick = <T>(random: () => number, from: readonly T[]): T => {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

const SOURCES: readonly MessageSource[] = [
  {kind: 'agent'},
  {kind: 'user', name: 'alice', channel: 'terminal'},
  {kind: 'operator'},
  {kind: 'cron', name: 'morning'},
  {kind: 'reminder', name: 'rem_1'},
  {kind: 'system', name: 'unanswered'},
];

const WORDS = [
  'a',
  'tea',
  'remember',
  'the',
  'blue',
  'folder',
  'incomprehensibilities',
  'https://example.org/a/very/long/path/that/goes/on?and=on',
  '日本語のテキスト',
  '한국어',
  'שלום',
  'العربية',
  'हिन्दी',
  '⚠️',
  'ℹ️',
  '👩‍👩‍👧',
  '👍🏽',
  '1️⃣',
  '🇩🇰',
  '\u{1fae9}',
  'e\u0301',
  'naïve',
  '\x1b[31mred\x1b[0m',
  'tab\there',
  'zero\u200bwidth',
  '\u202eesrever',
  'line\nbreak',
  '**bold**',
  '`code`',
];

const MARKDOWN = [
  '# Title\n\nSome *text* with **bold** and `code`.\n\n- one\n- two\n  - three\n\n1. first\n2. second',
  '| name | value |\n|---|--:|\n| alpha | 1 |\n| a longer name than that | 20000 |',
  '```js\nconst answer = 42; // a comment that is rather long, so that it has to be folded\n```\n\n> quoted\n> twice',
  `A list of links: [one](https://example.org/one), https://example.org/two\n\n${'long '.repeat(80)}`,
];

const HOSTILE = Object.values(HOSTILE_TEXTS).map(text => text.slice(0, 4_000));
