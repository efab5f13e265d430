// The states that nobody wishes for, and the first one. Where nothing else is said, a real daemon is brought into them.
import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {placesOf} from '../../../src/shared/records/places.ts';
import type {Reply} from '../../../test/support/loopback-http.ts';
import {startOpenAiServer} from '../../../test/support/openai-server.ts';
import {signalHome} from '../../../test/support/signal-home.ts';
import {modelAt, writeConfig} from '../../../test/support/write-config.ts';
import {PROGRAM, programEnvironment} from '../program.ts';
import {type ScriptedDaemon, scriptedDaemon} from '../scripted-daemon.ts';
import type {Scene, Stage} from '../stage.ts';
import {command, say, slowTries, USUAL, write, writeJobs} from './playing.ts';

/** Throws when it is told to from outside. */
const BREAKS = `--import data:text/javascript,process.on(%22SIGUSR2%22,()=%3E%7Bthrow%20new%20Error(%22something%20broke%22)%7D)`;

/** Meets a daemon whose part is written in the scene. */
const scripted = ({
  play,
  ...scene
}: Omit<Scene, 'play'> & {readonly play: (stage: Stage, daemon: ScriptedDaemon) => Promise<unknown>}): Scene => {
  let daemon: ScriptedDaemon | undefined;
  return {
    ...scene,
    prepare: async home => {
      daemon = await scriptedDaemon(home);
      return daemon;
    },
    play: async stage => {
      if (daemon === undefined) throw new Error('A scene is prepared before it is played.');
      await play(stage, daemon);
    },
  };
};

/** A linked Signal that takes the first delivery and loses the answer; what follows hangs. */
export const lostReplies = async (home: string): ReturnType<typeof signalHome> => {
  const signal = await signalHome({}, home);
  signal.server.addRule({method: 'send', dropAfterExecute: true});
  signal.server.addRule({method: 'send', never: true, times: 0});
  return signal;
};

export const STATES: readonly Scene[] = [
  {
    name: 'first-start',
    title: 'the first start',
    play: ({screen}) => screen.shows(/\? help/u),
  },
  {
    name: 'first-question',
    title: 'the question of the first start',
    asks: true,
    play: ({screen}) => screen.shows(/Later/u),
  },
  {
    name: 'connecting',
    title: 'a daemon that has not answered yet',
    // It is stopped in the middle of whatever it does.
    prepare: async home => {
      await rooster(home, 'daemon', 'start');
      const pid = daemonOf(home);
      process.kill(pid, 'SIGSTOP');
      return goingOn(pid);
    },
    begins: /connecting/u,
    play: ({screen}) => write(screen, 'good morning'),
  },
  {
    name: 'daemon-stopped',
    title: 'the daemon was stopped on purpose',
    play: async ({screen, run}) => {
      await say(screen, 'what time is it?', /It is \d\d:\d\d/u);
      await run('daemon', 'stop');
      await slowTries(screen);
    },
  },
  {
    name: 'daemon-cannot-start',
    title: 'the daemon cannot start',
    prepare: home => {
      mkdirSync(placesOf({ROOSTER_HOME: home}, home).database, {recursive: true});
    },
    begins: /reconnecting|cannot be reached/u,
    play: ({screen}) => slowTries(screen),
  },
  {
    name: 'stale-socket',
    title: 'a stale socket, and a daemon that does not start',
    prepare: async home => {
      await rooster(home, 'daemon', 'start');
      process.kill(daemonOf(home), 'SIGKILL');
      const {database} = placesOf({ROOSTER_HOME: home}, home);
      for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, {force: true});
      mkdirSync(database);
    },
    begins: /reconnecting|cannot be reached/u,
    play: ({screen}) => slowTries(screen),
  },
  {
    name: 'no-permission',
    title: 'a socket of another user',
    prepare: async home => {
      await rooster(home, 'daemon', 'start');
      chmodSync(placesOf({ROOSTER_HOME: home}, home).socket, 0o000);
      // Whoever is root may do anything, and plays nobody here.
      if (process.getuid?.() === 0) {
        for (const folder of [home, join(home, 'run')]) chmodSync(folder, 0o755);
        mkdirSync(join(home, 'client'), {recursive: true});
        chmodSync(join(home, 'client'), 0o777);
      }
    },
    ...(process.getuid?.() === 0 && {runBy: 'setpriv --reuid=65534 --regid=65534 --clear-groups'}),
    begins: /reconnecting|cannot be reached/u,
    play: ({screen}) => slowTries(screen),
  },
  {
    name: 'wrong-version',
    title: 'a daemon of another version (scripted)',
    prepare: home =>
      scriptedDaemon(home, {
        refuses: 'This daemon speaks protocol 2 and the client protocol 1: update the older of the two and restart it.',
      }),
    begins: /reconnecting|cannot be reached/u,
    play: ({screen}) => slowTries(screen),
  },
  {
    name: 'reconnecting',
    title: 'reconnecting, with something sent meanwhile and a draft',
    play: async ({screen, run}) => {
      await say(screen, 'what time is it?', /It is \d\d:\d\d/u);
      await run('daemon', 'stop');
      await screen.shows(/reconnecting/u);
      await write(screen, 'remind me at six to fetch the parcel');
      await screen.press('Enter');
      await screen.shows(/parcel[\s\S]*> write/u);
      await write(screen, 'and tell her I leave at seven');
      await slowTries(screen);
    },
  },
  {
    name: 'gap',
    title: 'back after a gap',
    play: async ({screen, run}) => {
      await say(screen, 'remind me in 4 seconds to stretch', /I will remind you/u);
      await run('daemon', 'stop');
      await screen.shows(/reconnecting/u);
      await new Promise<void>(resolve => setTimeout(resolve, 4_500));
      await run('daemon', 'start');
      await screen.shows(/┄┄[\s\S]*● live|● live[\s\S]*┄┄/u, 20_000);
    },
  },
  scripted({
    name: 'behind',
    title: 'behind: missed events still arrive (the daemon is scripted)',
    play: async ({screen}, daemon) => {
      daemon.gateway.says('Good morning.');
      await screen.shows(/Good morning/u);
      daemon.gateway.goesAway('The daemon was killed.');
      await screen.shows(/reconnecting/u);
      for (let number = 0; number < 1_204; number += 1) daemon.gateway.says(`News ${number}.`);
      daemon.holdBack();
      daemon.gateway.comesBack();
      await screen.shows(/behind, 1,204 events/u, 20_000);
    },
  }),
  {
    name: 'second-client',
    title: 'another terminal on the same daemon',
    play: async ({screen, connect}) => {
      await say(screen, 'what time is it?', /It is \d\d:\d\d/u);
      const other = await connect();
      await other.call('session.send', {text: 'remind me in 20 minutes to stretch, says the other terminal'});
      await screen.shows(/I will remind you/u);
      await command(screen, '/status');
      await screen.shows(/2 clients/u);
    },
  },
  {
    name: 'failed-turn',
    title: 'a turn that failed',
    prepare: home => model(home, [{kind: 'status', status: 401}]),
    play: async ({screen}) => {
      await command(screen, 'what is on my list today?');
      await screen.shows(/failed/u);
    },
  },
  {
    name: 'interrupted-turn',
    title: 'a turn that a restart interrupted',
    prepare: home => model(home, [{kind: 'hang', chunks: ['Three things: the dentist call, the parcel and']}]),
    play: async ({screen, daemon}) => {
      await command(screen, 'what is left on my list for today?');
      await screen.shows(/the parcel and/u);
      process.kill(daemon(), 'SIGKILL');
      await screen.shows(/nterrupted/u, 20_000);
      await screen.shows(/● live/u);
    },
  },
  {
    name: 'outcome-unknown',
    title: 'a delivery with an unknown outcome',
    prepare: lostReplies,
    play: async ({screen, connect}) => {
      const client = await connect();
      await client.call('reminder.set', {in: '1s', message: 'call the dentist', to: 'signal:+15555550100'});
      await screen.press('M-4');
      await screen.shows(/maybe twice/u, 30_000);
    },
  },
  scripted({
    name: 'approval',
    title: 'a call of the agent that waits for a yes (the daemon is scripted)',
    picture: USUAL,
    play: async ({screen}, {gateway}) => {
      gateway.says('I install it, and run the tests then.');
      gateway.asks({
        arguments: JSON.stringify({command: 'npm install left-pad --save', hosts: ['registry.npmjs.org']}),
        effect:
          'Run a command that may reach registry.npmjs.org: npm install left-pad --save, after reading example.com.',
        after: [{trust: 'public', by: {kind: 'web', name: 'example.com'}}],
      });
      await screen.shows(/Alt\+Y approve/u);
    },
  }),
  scripted({
    name: 'unknown-event',
    title: 'an unknown kind of event (the daemon is scripted)',
    play: async ({screen}, {gateway}) => {
      gateway.says('Good evening.');
      await screen.shows(/Good evening/u);
      // A daemon of tomorrow.
      gateway.emit({type: 'moon.rose', phase: 'full', above: 'the house'} as never);
      await screen.press('M-5');
      await screen.shows(/moon/u);
    },
  }),
  ...(['timeline', 'plan', 'outbox', 'log'] as const).map(
    (view, index): Scene => ({
      name: `empty-${view}`,
      title: `the ${view} with nothing in it`,
      play: async ({screen}) => {
        await screen.press(`M-${index + 2}`);
        await screen.shows(/appear here|past or upcoming|No reminders|what happened/u);
      },
    }),
  ),
  {
    name: 'huge-item',
    title: 'a reply of four thousand lines',
    prepare: home =>
      model(home, [
        {kind: 'text', chunks: [Array.from({length: 4_000}, (_, line) => `- line ${line + 1}`).join('\n')]},
      ]),
    play: async ({screen}) => {
      await command(screen, 'count to four thousand');
      await screen.shows(/line \d+[\s\S]*Enter send/u);
      await screen.shows(/more rows|line 4000/u);
    },
  },
  {
    name: 'summer-time',
    env: {TZ: 'Europe/Berlin'},
    title: 'the night in which the clocks change',
    prepare: home => {
      const jobs = [
        ['before', '0 12 27 3 *', 'The day before the clocks go forward.'],
        ['after', '0 12 28 3 *', 'The day after.'],
      ] as const;
      writeJobs(home, jobs, 'Europe/Berlin');
    },
    play: async ({screen, run}) => {
      await run('remind', '2027-03-28T01:30', 'the last half hour of winter time');
      await run('remind', '2027-03-28T03:30', 'the first half hour of summer time');
      await screen.press('M-2');
      await screen.shows(/clocks go forward/u);
    },
  },
  {
    name: 'no-utf8',
    title: 'a terminal with only ASCII',
    env: {LANG: 'C', LC_ALL: 'C'},
    begins: /live/u,
    play: async ({screen, run}) => {
      await run('remind', '40m', 'take the bread out');
      await run('remind', '1s', 'stand up');
      await screen.shows(/reminder +stand up/u);
    },
  },
  {
    name: 'dumb',
    title: 'a terminal that cannot move its cursor',
    runBy: 'TERM=dumb',
    fixed: true,
    begins: /Connected/u,
    play: async () => {},
  },
  {
    name: 'crashed',
    title: 'after a crash, back in the shell',
    env: {NODE_OPTIONS: BREAKS},
    runBy: `sh -c 'echo $$ >screen.pid; exec "$0" "$@"'`,
    afterwards: '; exec cat',
    fixed: true,
    play: async ({screen, home}) => {
      await write(screen, 'a draft that is kept');
      process.kill(Number.parseInt(readFileSync(join(home, 'screen.pid'), 'utf8'), 10), 'SIGUSR2');
      await screen.shows(/crashed[\s\S]*tui\.log/u);
    },
  },
];

const rooster = (home: string, ...words: readonly string[]): unknown =>
  execFileSync(process.execPath, [PROGRAM, ...words], {env: programEnvironment(home), timeout: 120_000});

const daemonOf = (home: string): number => Number.parseInt(readFileSync(join(home, 'rooster.db.pid'), 'utf8'), 10);

/** Lets it go on afterwards, so that it can be ended. */
const goingOn = (pid: number): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => {
    process.kill(pid, 'SIGCONT');
  },
});

const model = async (home: string, replies: readonly Reply[]): Promise<AsyncDisposable> => {
  let asked = 0;
  const server = await startOpenAiServer(() => {
    asked += 1;
    return replies[Math.min(asked, replies.length) - 1] ?? {kind: 'hang'};
  });
  writeConfig(home, modelAt(server.baseUrl));
  return server;
};
