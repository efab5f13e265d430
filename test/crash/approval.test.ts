// Real processes, killed with -9 at each step of a call that needs a person: the daemon, the terminal that asked or answers, and signal-cli.
// After the next start it is answered, denied, or its time passes: no effect without a yes, none twice, and no turn that waits for ever.
// @module-tag deep
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {ALICE, OWN, received} from '../signal-stand-in/signal/samples.ts';
import {commitsIn, restsOrDies, spawnArmed} from '../support/armed-daemon.ts';
import {count, openToRead, openTurns} from '../support/crash-home.ts';
import {everyRound, everyThird, killsIn, PATIENCE_MS, PLAYED, ROUNDS} from '../support/crash-steps.ts';
import {connectTo} from '../support/daemon-client.ts';
import {type EchoModel, startEchoModel} from '../support/echo-model.ts';
import type {Reply} from '../support/loopback-http.ts';
import {putNewDatabase} from '../support/new-database.ts';
import {openPty} from '../support/pty-program.ts';
import {rawClient} from '../support/raw-client.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {signalHome, text} from '../support/signal-home.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

/** The answer of Alice to the question; `nothing`: its deadline passes. */
type Plan = 'approve' | 'deny' | 'nothing';

/** The moments of a call that waits, each as a step of a life. */
const POINTS = {
  'the question is about to be stored': 'before approval.asked #1',
  'the question is stored, and nobody has seen it': 'after approval.asked #1',
  'its end is about to be stored': 'before approval.answered #1',
  'its end is stored, and the call has not begun': 'after approval.answered #1',
  'the call has begun, and nothing has run': 'after turn.tool #1',
  'the command has run, and its output is about to be stored': 'before turn.tool #2',
  'the output is stored': 'after turn.tool #2',
} as const;

describe.each<Plan>(['approve', 'deny', 'nothing'])('a daemon that dies, and a person who does this: %s', plan => {
  test('at each moment of the call', async () => {
    const steps = everyRound(Object.values(POINTS));
    const ends = await sideBySide(steps, at => liveTwice(plan, at));
    expect(ends.flatMap(end => wrongIn(plan, end))).toEqual([]);
    expect(killsIn(`an approval, ${plan}, at each moment`, ends)).toBe(steps.length);
    // A daemon that starts before its client is back asks nobody.
    const sure = ends.filter(
      ({at, states}) => at !== POINTS['the call has begun, and nothing has run'] && states.length > 0,
    );
    expect(sure.length).toBeGreaterThan(steps.length / 2);
    expect(sure.every(({runs}) => runs === (plan === 'approve' ? 1 : 0))).toBe(true);
  });

  // With many rounds for each person.
  test.runIf(plan === 'approve' || ROUNDS > 1)(`before its commits${PLAYED}`, async () => {
    const commits = await stepsOf(plan);
    expect(commits.length).toBeGreaterThan(8);
    const steps = everyRound(everyThird(commits));
    const ends = await sideBySide(steps, at => liveTwice(plan, at));
    expect(killsIn(`an approval, ${plan}, before each commit`, ends)).toBeGreaterThan(steps.length / 2);
    expect(ends.flatMap(end => wrongIn(plan, end))).toEqual([]);
  });
});

test('a daemon that dies while everybody sees the question: it waits after the next start, and one yes counts', async () => {
  await using home = await openHome();
  {
    await using daemon = await startRealDaemon({home: home.path});
    await daemon.follow(0);
    await daemon.call('session.send', {text: GO});
    await daemon.event('approval.asked');
    await daemon.kill('SIGKILL');
  }
  await using next = await startRealDaemon({home: home.path});
  const [open] = (await next.call('approval.list', {state: 'open'})).approvals;
  expect(home.runs()).toBe(0);
  const id = open?.id ?? 'apr_none';
  const answers = await Promise.allSettled(
    [await next.connect(), await next.connect(), next].map(({call}) =>
      call('approval.answer', {id, answer: 'approve'}),
    ),
  );
  expect(answers.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
  await until('the turn is over', () => openTurns(home.path) === 0);
  expect(home.runs()).toBe(1);
});

test('a daemon that dies before its question is stored: it waits for the terminal, which is not back yet', async () => {
  await using home = await openHome();
  await live(home.path, 'nothing', POINTS['the question is about to be stored']);
  await using next = await startRealDaemon({home: home.path});
  await new Promise(resolve => setTimeout(resolve, 1_000));
  await next.follow(0);
  const {approval} = await next.event('approval.asked');
  expect(approval.state).toBe('open');
  await next.call('approval.answer', {id: approval.id, answer: 'approve'});
  await until('the turn is over', () => openTurns(home.path) === 0);
  expect(home.runs()).toBe(1);
});

test('a daemon that dies while the approved command runs: it is not run again, and the turn goes on', async () => {
  await using home = await openHome('echo run >> ran; exec sleep 600');
  {
    await using daemon = await startRealDaemon({home: home.path});
    await daemon.follow(0);
    await daemon.call('session.send', {text: GO});
    const {approval} = await daemon.event('approval.asked');
    await daemon.call('approval.answer', {id: approval.id, answer: 'approve'});
    await until('the command runs', () => home.runs() === 1);
    await daemon.kill('SIGKILL');
  }
  await using _next = await startRealDaemon({home: home.path});
  await until('the turn is over', () => openTurns(home.path) === 0);
  expect(home.runs()).toBe(1);
  expect(outputOf(home.path)).toContain("isn't known whether it was carried out");
});

test('the terminal that asked is killed while its question waits: another one answers it', async () => {
  await using home = await openHome();
  await using daemon = await startRealDaemon({home: home.path});
  await daemon.follow(0);
  {
    await using terminal = openPty({home: home.path, columns: 100, rows: 30});
    await terminal.shows(/● live/u);
    terminal.type(`${GO}\r`);
    await terminal.shows(/Alt\+Y approve/u);
    process.kill(terminal.pid(), 'SIGKILL');
    const {approval} = await daemon.event('approval.asked');
    await new Promise(resolve => setTimeout(resolve, 300));
    expect((await daemon.call('approval.get', {id: approval.id})).state).toBe('open');
    expect(home.runs()).toBe(0);
    await daemon.call('approval.answer', {id: approval.id, answer: 'approve'});
  }
  await daemon.event('turn.ended');
  expect(home.runs()).toBe(1);
});

test('a client that dies with its yes on the way: it counts once or not at all', async () => {
  const ends = await sideBySide([0, 1, 2, 5], async wait => {
    await using home = await openHome();
    await using daemon = await startRealDaemon({home: home.path});
    await daemon.follow(0);
    await daemon.call('session.send', {text: GO});
    const {approval} = await daemon.event('approval.asked');
    await using client = await rawClient(daemon.places.socket);
    const params = {id: approval.id, answer: 'approve'};
    client.write(`${JSON.stringify({jsonrpc: '2.0', id: 1, method: 'approval.answer', params})}\n`);
    await new Promise(resolve => setTimeout(resolve, wait));
    client.socket.destroy();
    await new Promise(resolve => setTimeout(resolve, 100));
    const {state} = await daemon.call('approval.get', {id: approval.id});
    if (state === 'open') await daemon.call('approval.answer', {id: approval.id, answer: 'approve'});
    await daemon.event('turn.ended');
    return home.runs();
  });
  expect(ends).toEqual([1, 1, 1, 1]);
});

test.each([
  ['before it has sent the question', false],
  ['while the question waits on the phone', true],
] as const)('signal-cli is killed %s: the reaction to it counts, once', async (_, isSent) => {
  await using home = await signalHome({policy: {sandbox: 'workspace'}});
  home.model.add(callOf(COMMAND), {kind: 'text', chunks: ['Done.']});
  if (!isSent) home.server.addRule({method: 'send', never: true});
  // Nobody is at a terminal: then the phone would wait.
  await using daemon = await home.start();
  const state = () => rowOf(home.path, `SELECT state FROM deliveries WHERE ${QUESTION}`)?.['state'];
  await until('signal-cli runs', () => existsSync(pidFile(home.path)));
  home.server.enqueue(text(GO, 1));
  await until('the question was sent', () => home.sends().length > 0);
  if (isSent) await until('its sending is stored', () => state() === 'sent');
  process.kill(Number.parseInt(readFileSync(pidFile(home.path), 'utf8'), 10), 'SIGKILL');
  if (!isSent) {
    await until('its sending has failed', () => state() === 'queued');
    const [delivery] = (await daemon.call('outbox.list', {})).deliveries;
    await daemon.call('outbox.retry', {id: delivery?.id ?? 'dlv_none'});
    await until('its sending is stored', () => state() === 'sent');
  }
  expect(statesIn(home.path)).toEqual(['open']);
  expect(runsIn(home.path)).toBe(0);
  const sent = rowOf(home.path, `SELECT channelId FROM sentIds JOIN deliveries ON id = delivery WHERE ${QUESTION}`);
  for (const number of [2, 3]) home.server.enqueue(thumb(Number(sent?.['channelId']), number));
  await until('the turn is over', () => openTurns(home.path) === 0);
  expect(rowOf(home.path, 'SELECT state, way FROM approvals')).toMatchObject({state: 'approved', way: 'signal'});
  expect(runsIn(home.path)).toBe(1);
});

const QUESTION = `key LIKE 'approval:%' AND key NOT LIKE '%:end@%'`;
const pidFile = (home: string): string => `${home}/signal/${OWN.number}/signal-cli.pid`;

const thumb = (timestamp: number, number: number) => {
  const at = 1_700_000_000_000 + number;
  const author = {targetAuthor: OWN.number, targetAuthorNumber: OWN.number, targetAuthorUuid: OWN.uuid};
  const reaction = {emoji: '👍', ...author, targetSentTimestamp: timestamp, isRemove: false};
  const dataMessage = {timestamp: at, message: null, expiresInSeconds: 0, viewOnce: false, reaction};
  return received({dataMessage}, ALICE, at);
};

type End = {
  readonly at: string | undefined;
  readonly isDead: boolean;
  /** The effects, and the yes that was stored, when it died. */
  readonly early: boolean;
  readonly runs: number;
  readonly states: readonly string[];
  readonly output: string;
  readonly open: number;
};

const wrongIn = (plan: Plan, {at, early, runs, states, output, open}: End): readonly string[] => {
  const isUnknown = output.includes("isn't known whether");
  const isApproved = states.includes('approved');
  return [
    ...(early ? [`${at}: ran before its yes was stored`] : []),
    ...(runs > 1 ? [`${at}: ran ${runs} times`] : []),
    ...(runs > 0 && (!isApproved || plan !== 'approve') ? [`${at}: ran without a yes`] : []),
    ...(isApproved && runs === 0 && !isUnknown ? [`${at}: a yes and no run: ${output}`] : []),
    ...(states.length > 1 || states.includes('open') ? [`${at}: questions are ${states.join()}`] : []),
    ...(open > 0 ? [`${at}: ${open} turns wait`] : []),
  ];
};

const stepsOf = async (plan: Plan): Promise<readonly string[]> => {
  await using home = await openHome(COMMAND, plan);
  await live(home.path, plan);
  return commitsIn(home.path);
};

const liveTwice = async (plan: Plan, at: string): Promise<End> => {
  await using home = await openHome(COMMAND, plan);
  const isDead = await live(home.path, plan, at);
  const early = home.runs() > 0 && !statesIn(home.path).includes('approved');
  if (isDead) await live(home.path, plan);
  const end = {runs: home.runs(), states: statesIn(home.path), output: outputOf(home.path)};
  return {at, isDead, early, ...end, open: openTurns(home.path)};
};

/** Asks, and answers what is open, until the daemon dies, or the turn is over. True if it died. */
const live = async (home: string, plan: Plan, at?: string): Promise<boolean> => {
  await using running = spawnArmed(home, at);
  const isOver = (): boolean => {
    const turns = count(home, 'SELECT count(*) AS n FROM turns');
    return turns > 0 && openTurns(home) === 0;
  };
  const act = async (): Promise<void> => {
    try {
      await using client = await connectTo(`${home}/run/rooster.sock`);
      await client.follow(0);
      await client.call('session.send', {text: GO, key: 'k'});
      while (!running.isOver() && !isOver()) {
        const {approvals} = await client.call('approval.list', {state: 'open'});
        if (plan !== 'nothing') for (const {id} of approvals) await client.call('approval.answer', {id, answer: plan});
        await new Promise(resolve => setTimeout(resolve, 10));
      }
    } catch (error) {
      // The daemon is starting, or was killed: a client asks again under the same key.
      if (!(error instanceof GatewayError)) throw error;
    }
  };
  const latest = performance.now() + PATIENCE_MS;
  while (!running.isOver() && !isOver()) {
    if (performance.now() > latest) return false;
    await act();
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  // It may die at the very step that ended the turn.
  if (at !== undefined) await restsOrDies(running);
  return running.isOver();
};

type Home = AsyncDisposable & {readonly path: string; readonly model: EchoModel; readonly runs: () => number};

const openHome = async (command = COMMAND, plan: Plan = 'approve'): Promise<Home> => {
  const dir = tempDir();
  const model = await startEchoModel(words => (words === GO ? callOf(command) : undefined));
  writeConfig(dir.path, {
    ...modelAt(model.baseUrl),
    users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
    heartbeat: {enabled: false},
    reflection: {enabled: false},
    policy: {sandbox: 'workspace', deadline: plan === 'nothing' ? '1s' : '1h'},
  });
  putNewDatabase(`${dir.path}/rooster.db`);
  return {
    path: dir.path,
    model,
    runs: () => runsIn(dir.path),
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const callOf = (command: string): Reply => ({
  kind: 'tools',
  calls: [{id: 'call_1', name: 'bash', arguments: [JSON.stringify({command, outside: true})]}],
});

const runsIn = (home: string): number => {
  const path = join(home, 'workspace/ran');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
};

const statesIn = (home: string): readonly string[] => {
  using database = openToRead(home);
  return database
    .prepare('SELECT state FROM approvals')
    .all()
    .map(({state}) => String(state));
};

const rowOf = (home: string, sql: string) => {
  using database = openToRead(home);
  return database.prepare(sql).get();
};

const outputOf = (home: string): string =>
  String(rowOf(home, `SELECT text FROM messages WHERE role = 'tool'`)?.['text'] ?? '');

const GO = 'install it';
const COMMAND = 'echo run >> ran';
