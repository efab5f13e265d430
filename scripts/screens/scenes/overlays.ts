import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {writeShellCommand} from '../../../test/support/shell-command.ts';
import {writeConfig} from '../../../test/support/write-config.ts';
import type {Scene, Stage} from '../stage.ts';
import {command, JOBS, say, write, writeJobs} from './playing.ts';
import {afternoon, passAfternoon} from './views.ts';

export const talked = async ({screen}: Stage): Promise<void> => {
  await say(screen, 'remind me in 20 minutes to take the bread out', /I will remind you/u);
  await say(screen, 'remind me tomorrow at 9am to call Bob', /I will remind you tomorrow/u);
};

/** Talks, then does this. */
export const afterTalk =
  (play: (stage: Stage) => Promise<unknown>): Scene['play'] =>
  async stage => {
    await talked(stage);
    await play(stage);
  };

export const OVERLAYS: readonly Scene[] = [
  {
    name: 'find',
    title: 'find anything',
    prepare: home => writeJobs(home, JOBS),
    play: afterTalk(async ({screen}) => {
      await screen.press('C-p');
      await screen.shows(/find/u);
    }),
  },
  {
    name: 'find-words',
    title: 'find anything, by its text',
    prepare: home => writeJobs(home, JOBS),
    play: afterTalk(async ({screen}) => {
      await screen.press('C-p');
      await write(screen, 'bread');
      await screen.shows(/Enter open/u);
    }),
  },
  {
    name: 'actions',
    title: 'actions for a message',
    play: afterTalk(async ({screen}) => {
      await screen.press('C-Up');
      await screen.shows(/^>/mu);
      await screen.type('.');
      await screen.shows(/copy/u);
    }),
  },
  {
    name: 'actions-list',
    title: 'actions for a job',
    prepare: home => writeJobs(home, JOBS),
    play: afterTalk(async ({screen}) => {
      await screen.press('M-3');
      await screen.shows(/Enter read/u);
      await screen.type('.');
      await screen.shows(/actions for/u);
    }),
  },
  {
    name: 'confirm',
    title: 'a question before starting over',
    play: afterTalk(async ({screen}) => {
      await command(screen, '/new');
      await screen.shows(/y yes|yes/u);
    }),
  },
  {
    name: 'inject',
    title: 'injecting a message: what the model sees, and what would follow',
    play: afterTalk(async ({screen}) => {
      await command(screen, '/inject');
      await screen.shows(/inject/iu);
      await write(screen, 'can you ask him to bring the blue folder tonight?');
    }),
  },
  {
    name: 'reader',
    title: 'a message in full',
    play: afterTalk(async ({screen}) => {
      await screen.press('C-Up');
      await screen.shows(/^>/mu);
      await screen.press('M-Enter');
      await screen.shows(/Esc back/u);
    }),
  },
  {
    name: 'reader-job',
    title: 'a job in full',
    prepare: home => writeJobs(home, JOBS),
    play: async ({screen, run}) => {
      await run('cron', 'run', 'morning');
      await screen.press('M-3');
      await screen.shows(/> .*↻/u);
      await screen.press('Enter');
      await screen.shows(/Esc back/u);
    },
  },
  {
    name: 'why-signal',
    title: 'why a reminder reached a phone',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await stage.screen.press('M-4');
      await stage.screen.shows(/4 out[\s\S]*read \d\d:\d\d ✓✓/u);
      await stage.screen.type('w');
      await stage.screen.shows(/recorded at the time|had a say/u);
    },
  },
  {
    name: 'status',
    title: 'status',
    play: afterTalk(async ({screen}) => {
      await command(screen, '/status');
      await screen.shows(/Esc close/u);
    }),
  },
  {
    name: 'ask',
    title: 'setting a reminder: its date is shown before it is saved',
    play: afterTalk(async ({screen}) => {
      await screen.press('M-3');
      await screen.shows(/Enter read/u);
      await screen.type('n');
      await screen.shows(/remind > /u);
      await screen.type('tomorrow 9am water the plants');
      await screen.shows(/tomorrow 09:00/u);
    }),
  },
  {
    name: 'snooze',
    title: 'snoozing a reminder',
    play: afterTalk(async ({screen}) => {
      await screen.press('M-3');
      await screen.shows(/> .*bread/u);
      await screen.type('s');
      await screen.shows(/until > /u);
    }),
  },
  {
    name: 'filter',
    title: 'a list, filtered by text',
    prepare: home => writeJobs(home, JOBS),
    play: afterTalk(async ({screen}) => {
      await screen.press('M-3');
      await screen.shows(/Enter read/u);
      await screen.type('/');
      await screen.type('bread');
      await screen.shows(/> bread|bread/u);
    }),
  },
  {
    name: 'search',
    title: 'searching the conversation',
    play: afterTalk(async ({screen}) => {
      await screen.press('C-Up');
      await screen.shows(/^>/mu);
      await screen.press('C-f');
      await screen.type('bread');
      await screen.press('Enter');
      await screen.shows(/bread/u);
    }),
  },
  {
    name: 'recall',
    title: 'searching sent messages',
    play: afterTalk(async ({screen}) => {
      await screen.press('C-r');
      await screen.shows(/sent before|Esc/u);
      await screen.type('bob');
      await screen.shows(/call Bob/u);
    }),
  },
  {
    name: 'completion',
    title: 'a command is being typed',
    play: afterTalk(async ({screen}) => {
      await screen.type('/re');
      await screen.shows(/\/remind/u);
    }),
  },
  {
    name: 'unknown-command',
    title: 'an unknown command',
    play: afterTalk(({screen}) => command(screen, '/nonsense tea')),
  },
  {
    name: 'long-draft',
    title: 'a paste of two thousand lines',
    play: afterTalk(async ({screen}) => {
      await screen.paste(Array.from({length: 2_000}, (_, line) => `line ${line + 1} of a letter`).join('\n'));
      await screen.shows(/2,000 lines/u);
    }),
  },
  {
    name: 'signal',
    title: 'Signal, and a contact request',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await command(stage.screen, '/signal');
      await stage.screen.shows(/Mallory/u);
    },
  },
  {
    name: 'signal-off',
    title: 'Signal is not set up',
    play: async ({screen}) => {
      await command(screen, '/signal');
      await screen.shows(/L /u);
    },
  },
  {
    name: 'linking',
    title: 'a QR code to link with',
    prepare: home => linkable(home),
    play: async ({screen}) => {
      await command(screen, '/signal');
      await screen.shows(/L /u);
      await screen.type('L');
      await screen.shows(/Linked devices/u);
    },
  },
];

/** signal-cli is there, and nobody scans. */
const linkable = (home: string): void => {
  const path = join(home, 'signal-cli');
  const switches = JSON.stringify({scanAfterMs: null});
  writeShellCommand(path, [process.execPath, STAND_IN], {SIGNAL_STAND_IN_SWITCHES: switches});
  writeConfig(home, {signal: {command: path}});
};

const STAND_IN = fileURLToPath(new URL('../../../test/signal-stand-in/main.ts', import.meta.url));
