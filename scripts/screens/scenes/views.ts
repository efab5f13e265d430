// The five views on an afternoon in which something of everything has happened: the model, Signal and their servers are
// stand-ins on this machine.

import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {ALICE, data, received} from '../../../test/signal-stand-in/signal/samples.ts';
import {lastWords} from '../../../test/support/echo-model.ts';
import {startOpenAiServer} from '../../../test/support/openai-server.ts';
import {signalHome} from '../../../test/support/signal-home.ts';
import {modelAt, writeConfig} from '../../../test/support/write-config.ts';
import type {Scene, Stage} from '../stage.ts';
import {JOBS, say, writeJobs} from './playing.ts';

const MALLORY = {number: '+15550000666', uuid: '66666666-6666-4666-8666-666666666666', name: 'Mallory'} as const;

/** Alice on Signal, jobs, and somebody who asks for contact. */
export const afternoon = async (home: string): Promise<AsyncDisposable> => {
  const model = await startOpenAiServer(request => ({kind: 'text', chunks: [answerTo(lastWords(request))]}));
  const signal = await signalHome(modelAt(model.baseUrl), home);
  writeJobs(home, [...JOBS, ['standup', '0 9 * * 1-5', 'Say: two meetings today, at ten and at three.']]);
  signal.server.set('receipts', 'read');
  const at = 1_700_000_000_000;
  signal.server.enqueue(
    received({dataMessage: data('can you bring the blue folder tonight?', {}, {at: at + 1})}, ALICE, at + 1),
    received({dataMessage: data('let me in', {}, {at: at + 2})}, MALLORY, at + 2),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await signal[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
};

/** A possible answer of a model. */
const answerTo = (asked: string): string => {
  if (asked.includes('folder')) return 'I will tell him. He is back at six.';
  return asked.includes('meetings') ? 'Two meetings today, at ten and at three.' : 'Good afternoon.';
};

/** A message from the phone, a job, past and future reminders, and a delivery that can't leave. */
export const passAfternoon = async ({screen, run, connect}: Stage): Promise<void> => {
  // The files of the jobs are read a moment after the start.
  await screen.press('M-3');
  await screen.shows(/↻ standup/u);
  await screen.press('M-1');
  await run('cron', 'run', 'standup');
  await run('remind', '2s', 'stretch');
  await run('remind', '40m', 'take the bread out');
  await run('remind', 'tomorrow 9am', 'call Bob');
  await run('cron', 'pause', 'water-the-plants');
  const client = await connect();
  await client.call('reminder.set', {in: '1s', message: 'the parcel has moved', to: 'signal:+15555550100'});
  await screen.shows(/stretch/u);
  const isRead = async (): Promise<boolean> =>
    (await client.call('outbox.list', {limit: 20})).deliveries.some(
      ({text, state}) => text.includes('the parcel') && state === 'read',
    );
  while (!(await isRead())) await new Promise<void>(resolve => setTimeout(resolve, 100));
};

export const VIEWS: readonly Scene[] = [
  {
    name: 'timeline',
    title: 'the timeline: past and upcoming events',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await stage.screen.press('M-2');
      await stage.screen.shows(/2 time[\s\S]*══ now/u);
    },
  },
  {
    name: 'plan-full',
    title: 'the plan of an afternoon',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await stage.screen.press('M-3');
      await stage.screen.shows(/── jobs ─[\s\S]*call Bob/u);
    },
  },
  {
    name: 'outbox',
    title: 'the outbox: every delivery and its status',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await stage.screen.press('M-4');
      await stage.screen.shows(/4 out[\s\S]*read \d\d:\d\d ✓✓/u);
    },
  },
  {
    name: 'log',
    title: 'the log: all events, live',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await stage.screen.press('M-5');
      await stage.screen.shows(/what happened/u);
    },
  },
  {
    name: 'signal-chat',
    title: 'messages on Signal',
    prepare: afternoon,
    play: async stage => {
      await passAfternoon(stage);
      await stage.screen.shows(/blue folder[\s\S]*back at six/u);
    },
  },
  {
    name: 'streaming',
    title: 'a reply is being written, and tools are at work',
    prepare: toolModel,
    play: async ({screen}) => {
      await say(screen, 'hello', /Good afternoon/u);
      await screen.type('what is left on my list for today?');
      await screen.press('Enter');
      await screen.shows(/parcel shop/u);
      await screen.type('and whether the shop has stamps');
    },
  },
  {
    name: 'markdown',
    title: 'a reply with headings, lists, a table, code and links',
    prepare: async home => {
      const model = await startOpenAiServer(() => ({kind: 'text', chunks: [MARKDOWN]}));
      writeConfig(home, modelAt(model.baseUrl));
      return model;
    },
    play: ({screen}) => say(screen, 'what do I need for the trip?', /packing\.sh|mkdir/u),
  },
];

/** Reads a file, then writes and never ends. */
async function toolModel(home: string): Promise<AsyncDisposable> {
  const model = await startOpenAiServer(request => {
    if (lastWords(request) === 'hello') return {kind: 'text', chunks: ['Good afternoon. Nothing is due before three.']};
    const results = request.body['messages'];
    const told = Array.isArray(results) && results.at(-1)?.role === 'tool';
    if (!told) {
      return {
        kind: 'tools',
        calls: [
          {id: 'call_1', name: 'bash', arguments: ['{"command":"ls notes"}']},
          {id: 'call_2', name: 'read_file', arguments: ['{"path":"notes/today.md"}']},
        ],
      };
    }
    return {
      kind: 'hang',
      chunks: ['Three things: the dentist call, the parcel and the tax letter. The parcel shop closes at six, so'],
    };
  });
  writeConfig(home, modelAt(model.baseUrl));
  mkdirSync(join(home, 'workspace', 'notes'), {recursive: true});
  writeFileSync(
    join(home, 'workspace', 'notes', 'today.md'),
    'call the dentist\nfetch the parcel\nanswer the tax letter\n',
  );
  return model;
}

const MARKDOWN = `# The trip

You need **three things**, and *one* of them is not here yet:

1. the tickets: https://example.org/tickets/2026
2. a charger, see [the list](https://example.org/list)
   - the long one
3. \`packing.sh\` on the laptop

| what | where | weight |
|---|---|--:|
| tent | cellar | 2,400 g |
| stove with two burners | Carol has it | 900 g |

\`\`\`sh
mkdir -p trip && cp list.md trip/   # before Friday
\`\`\`

> It rains on Saturday.`;
