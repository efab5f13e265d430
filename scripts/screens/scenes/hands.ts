// Scenes of work in the terminal UI: setting up, choosing from menus, undoing, holding back, looking into a run.
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {placesOf} from '../../../src/shared/records/places.ts';
import {startOpenAiServer} from '../../../test/support/openai-server.ts';
import {modelAt, writeConfig} from '../../../test/support/write-config.ts';
import {programLine} from '../program.ts';
import type {Scene} from '../stage.ts';
import type {Tmux} from '../tmux.ts';
import {afterTalk, talked} from './overlays.ts';
import {command, JOBS, say, slowTries, writeJobs} from './playing.ts';
import {lostReplies} from './states.ts';
import {afternoon, passAfternoon} from './views.ts';

export const HANDS: readonly Scene[] = [
  {
    name: 'setup-provider',
    title: 'setting up: who runs the model',
    play: async ({screen}) => {
      await chooseProvider(screen);
    },
  },
  {
    name: 'setup-key',
    title: 'setting up: a key is shown as its length',
    play: async ({screen}) => {
      await using server = await startOpenAiServer([]);
      server.offers({kind: 'status', status: 401});
      await chooseProvider(screen);
      // One by one: arrows that arrive together are a wheel.
      for (const name of ['OpenAI', 'OpenRouter', 'Google', 'Groq', 'Ollama', 'LM Studio', 'another server']) {
        await screen.press('Down');
        await screen.shows(new RegExp(`> ${name}`, 'u'));
      }
      await screen.press('Enter');
      await screen.shows(/Type the address/u);
      await screen.type(new URL(server.origin).host);
      await screen.press('Enter');
      await screen.shows(/Paste/u);
      await screen.paste('sk-test-0123456789abcdef0123456789abcdef');
      await screen.shows(/40 characters/u);
    },
  },
  {
    name: 'menu',
    title: 'the menu of commands',
    play: afterTalk(async ({screen}) => {
      await screen.type('/');
      await screen.shows(/── commands/u);
    }),
  },
  {
    name: 'menu-argument',
    title: 'the arguments of a command',
    play: afterTalk(async ({screen}) => {
      await screen.type('/theme ');
      await screen.shows(/dusk/u);
    }),
  },
  {
    name: 'menu-mention',
    title: 'the menu of names',
    prepare: home => writeJobs(home, JOBS),
    play: afterTalk(async ({screen}) => {
      await screen.type('move the job @');
      await screen.shows(/morning/u);
    }),
  },
  {
    name: 'menu-file',
    title: 'the menu of names, with files of this machine',
    prepare: home => writeFileSync(join(home, 'holiday.md'), HOLIDAY),
    play: afterTalk(async ({screen}) => {
      await screen.type('check @hol');
      await screen.shows(/Files here/u);
    }),
  },
  {
    name: 'file',
    title: 'a file in the draft, with its size and lines',
    prepare: home => writeFileSync(join(home, 'holiday.md'), HOLIDAY),
    play: afterTalk(async ({screen}) => {
      await screen.type('check @holiday.md for mistakes');
      await screen.shows(/3 lines\]/u);
    }),
  },
  {
    name: 'command-draft',
    title: 'a command line for this machine, before it runs',
    play: afterTalk(async ({screen}) => {
      await screen.type('!!df -h /');
      await screen.shows(/then sends it/u);
    }),
  },
  {
    name: 'command',
    title: 'what ran on this machine, and what runs',
    play: afterTalk(async ({screen}) => {
      await screen.type('!seq -f "photo %g copied" 40');
      await screen.press('Enter');
      await screen.shows(/not sent/u);
      await screen.type('!echo copying; sleep 600');
      await screen.press('Enter');
      await screen.shows(/running/u);
    }),
  },
  {
    name: 'help-search',
    title: 'searching the help',
    play: afterTalk(async ({screen}) => {
      await screen.press('?');
      await screen.shows(/keys and commands/u);
      await screen.type('snooze');
      await screen.shows(/> snooze[\s\S]*\/snooze/u);
    }),
  },
  {
    name: 'conversations',
    title: 'the conversations',
    play: async stage => {
      await talked(stage);
      await stage.run('sessions', 'new', 'the allotment');
      await stage.run('sessions', 'new', 'tax letter');
      await stage.screen.press('C-n');
      await stage.screen.shows(/tax letter[\s\S]*allotment|allotment[\s\S]*tax letter/u);
    },
  },
  {
    name: 'after-new',
    title: 'a new conversation',
    play: afterTalk(async ({screen}) => {
      await command(screen, '/new the allotment');
      await screen.shows(/● live +the allotment/u);
    }),
  },
  {
    name: 'undo',
    title: 'a cancelled reminder can be brought back',
    prepare: home => writeJobs(home, JOBS),
    play: afterTalk(async ({screen}) => {
      await screen.press('M-3');
      await screen.shows(/call Bob/u);
      await screen.type('gjj');
      await screen.shows(/> .*bread/u);
      await screen.type('x');
      await screen.shows(/u undo/u);
    }),
  },
  {
    name: 'delete-job',
    title: 'a question before a file is deleted',
    prepare: home => writeJobs(home, JOBS),
    play: async ({screen}) => {
      await screen.press('M-3');
      await screen.shows(/> .*↻/u);
      await screen.type('x');
      await screen.shows(/y .*delete/u);
    },
  },
  {
    name: 'new-job',
    title: 'making a job',
    play: afterTalk(async ({screen}) => {
      await screen.press('M-3');
      await screen.shows(/Enter read/u);
      await screen.type('n');
      await screen.shows(/remind > /u);
      await screen.press('Tab');
      await screen.shows(/new job: name/u);
      await screen.type('standup');
      await screen.press('Enter');
      await screen.shows(/schedule|when/u);
      await screen.type('every weekday at 9');
      await screen.shows(/09:00/u);
    }),
  },
  {
    name: 'stats',
    title: 'stats',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await command(stage.screen, '/stats');
      await stage.screen.shows(/── stats/u);
    },
  },
  {
    name: 'held',
    title: 'a held delivery',
    prepare: lostReplies,
    play: async ({screen, connect}) => {
      const client = await connect();
      await client.call('reminder.set', {in: '1s', message: 'call the dentist', to: 'signal:+15555550100'});
      await screen.press('M-4');
      await screen.shows(/retry/u, 30_000);
      await screen.type('h');
      await screen.shows(/held/u);
    },
  },
  {
    name: 'child',
    title: "a run's own conversation",
    prepare: home => writeJobs(home, [['standup', '0 9 * * 1-5', 'Say: two meetings today, at ten and at three.']]),
    play: async ({screen, run}) => {
      await run('cron', 'run', 'standup');
      await screen.shows(/meetings/u);
      await screen.press('M-2');
      await screen.shows(/══ now/u);
      await screen.type('g');
      await screen.type('C');
      await screen.shows(/›/u);
    },
  },
  {
    name: 'week',
    title: 'the week',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await stage.screen.press('M-2');
      await stage.screen.shows(/2 time[\s\S]*══ now/u);
      await stage.screen.type('W');
      await stage.screen.shows(/Mon[\s\S]*Tue[\s\S]*Wed[\s\S]*Thu/u);
    },
  },
  {
    name: 'quiet',
    title: 'quiet hours',
    play: afterTalk(async ({screen}) => {
      await command(screen, '/quiet 2h');
      await screen.shows(/[Qq]uiet/u);
    }),
  },
  {
    name: 'last-minute',
    title: 'the last minute before a reminder',
    play: async ({screen}) => {
      await say(screen, 'remind me in 50 seconds to stretch', /I will remind you/u);
      await screen.press('M-2');
      await screen.shows(/══ now/u);
    },
  },
  {
    name: 'queue',
    title: 'a message waits for the turn to end',
    prepare: async home => {
      const server = await startOpenAiServer(() => ({kind: 'hang', chunks: ['One moment, I am still']}));
      writeConfig(home, modelAt(server.baseUrl));
      return server;
    },
    play: async ({screen}) => {
      await command(screen, 'sum up my week');
      await screen.shows(/still/u);
      await command(screen, 'and what is on for tomorrow?');
      await screen.shows(/queued/u);
    },
  },
  {
    name: 'watch',
    title: 'read-only: nothing can be changed from this terminal',
    flags: '--watch',
    prepare: home => writeJobs(home, JOBS),
    begins: /● |watching/u,
    play: async ({screen, run}) => {
      await run('remind', '20m', 'take the bread out');
      await screen.shows(/bread/u);
      await screen.press('M-3');
      await screen.shows(/Enter read/u);
      await screen.type('p');
      await screen.shows(/read-only|watch/u);
    },
  },
  {
    name: 'last-state',
    title: 'without a daemon: the last state, marked as old',
    prepare: home => writeJobs(home, JOBS),
    afterwards: `; touch left; while [ ! -e again ]; do sleep 0.1; done; exec ${programLine()}`,
    play: async stage => {
      const {screen, run, home} = stage;
      await talked(stage);
      await screen.press('C-d');
      while (!existsSync(join(home, 'left'))) await new Promise<void>(resolve => setTimeout(resolve, 50));
      await run('daemon', 'stop');
      const {database} = placesOf({ROOSTER_HOME: home}, home);
      for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, {force: true});
      mkdirSync(database);
      writeFileSync(join(home, 'again'), '');
      await screen.shows(/old/u, 30_000);
      await slowTries(screen);
    },
  },
];

/** Setup, up to the question which provider runs the model. */
const chooseProvider = async (screen: Tmux): Promise<void> => {
  await command(screen, '/setup');
  await screen.shows(/Connect a model/u);
  await screen.press('Enter');
  await screen.shows(/Who runs the model/u);
};

const HOLIDAY = 'Tickets\nPassports\nSun cream\n';
