// The README's pictures. Each scene types as a person would, and waits for the screen.
import type {Scene} from '../stage.ts';
import {JOBS, NARROW, say, USUAL, WIDE, write, writeJobs} from './playing.ts';

export const PICTURES: readonly Scene[] = [
  {
    name: 'chat',
    title: 'rooster',
    picture: USUAL,
    play: async ({screen}) => {
      await say(screen, 'remind me in 3 seconds to stretch', /I will remind you[^?]*stretch\./u);
      await screen.shows(FIRED);
      await say(screen, 'snooze it 10 minutes', /Snoozed until[^?]*stretch\./u);
      await say(screen, 'remind me tomorrow at 9am to call Bob', /I will remind you tomorrow[^?]*Bob\./u);
      await write(screen, 'remind me on friday at 8 to ');
    },
  },
  {
    name: 'wide',
    title: 'rooster, with room',
    picture: WIDE,
    prepare: home => writeJobs(home, JOBS),
    play: async ({screen}) => {
      await say(screen, 'remind me in 3 seconds to stretch', /I will remind you[^?]*stretch\./u);
      await screen.shows(FIRED);
      await say(screen, 'remind me in 20 minutes to take the bread out', /I will remind you[^?]*bread\s+out/u);
      await say(screen, 'remind me tomorrow at 9am to call Bob', /I will remind you tomorrow[^?]*Bob\./u);
      await say(screen, 'what is next?', /Next,[^?]*bread/u);
    },
  },
  {
    name: 'plan',
    title: 'rooster: the plan',
    picture: USUAL,
    prepare: home =>
      writeJobs(home, [
        ...JOBS,
        ['standup', '0 9 * * 1-5', 'What did I do yesterday, in three lines?'],
        ['backup', 'every night', 'Is the backup there?'],
      ]),
    play: async ({screen, run}) => {
      await run('remind', '20m', 'take the bread out');
      await run('remind', 'tomorrow 9am', 'call Bob');
      await run('remind', 'every! 3 days', 'repot the basil');
      await run('remind', '1s', 'stretch');
      await screen.shows(FIRED);
      await screen.press('M-3');
      await screen.shows(/↻ standup/u);
      await run('cron', 'pause', 'standup');
      await screen.shows(/paused/u);
      await screen.shows(/── rang, unanswered ─[\s\S]*── jobs ─/u);
      await screen.type('gjj');
      await screen.shows(/> .*↻ morning/u);
    },
  },
  {
    name: 'why',
    title: 'rooster: why did this reach me?',
    picture: USUAL,
    prepare: home => writeJobs(home, [['standup', '0 9 * * 1-5', 'Say: two meetings today, at ten and at three.']]),
    play: async ({screen, run}) => {
      await run('cron', 'run', 'standup');
      await screen.shows(/meetings/u);
      await screen.press('C-Up');
      await screen.shows(/^>/mu);
      await screen.press('M-w');
      await screen.shows(/recorded at the time/u);
    },
  },
  {
    name: 'help',
    title: 'rooster: keys and commands',
    picture: USUAL,
    play: async ({screen}) => {
      await say(screen, 'remind me in 20 minutes to stretch', /I will remind you/u);
      await screen.press('?');
      await screen.shows(/keys and commands/u);
    },
  },
  {
    name: 'narrow',
    title: 'rooster, 40 columns',
    picture: NARROW,
    play: async ({screen}) => {
      await say(screen, 'remind me in 3 seconds to stretch', /I will remind you/u);
      await screen.shows(FIRED);
    },
  },
];

/** In the conversation, and not among what is next. */
const FIRED = /reminder +stretch|^ rem +stretch/mu;
