// A conversation with the offline assistant: its calls go to the real reminder tool over reminders kept in an array, and each
// turn is shown everything before it, as the daemon shows it.
import type {LanguageModelV4Prompt} from '@ai-sdk/provider';
import {createOfflineAssistant} from '../../src/daemon/models/offline-assistant.ts';
import type {ToolOutput} from '../../src/daemon/ports.ts';
import {findWhen, resolveWhen} from '../../src/daemon/schedule/human-time.ts';
import {createReminderTool, type ReminderTime} from '../../src/daemon/tools/reminder.ts';
import {formatTime} from '../../src/daemon/turns/format-time.ts';
import {formatIn} from '../../src/shared/format-time.ts';
import {GatewayError} from '../../src/shared/gateway-error.ts';
import type {Reminder, TimedReminder} from '../../src/shared/jobs.ts';
import type {EpochMs} from '../../src/shared/time.ts';
import {fakeClock} from './fake-clock.ts';

/** Saturday 21 November 2026, 14:00 in Berlin. */
export const NOON = Date.UTC(2026, 10, 21, 13);
export const BERLIN = 'Europe/Berlin';

export type TalkOptions = {
  readonly zone?: string;
  readonly trust?: string;
  /** Whether the reminder tool is offered. */
  readonly offered?: boolean;
  readonly formatting?: string;
  readonly delivery?: readonly `${string}:${string}`[];
  readonly more?: string;
};

export type Turn = {readonly reply: string; readonly calls: readonly Readonly<Record<string, unknown>>[]};

export const startTalk = (options: TalkOptions = {}) => {
  const {zone = BERLIN, trust = 'full', offered = true, delivery = ['terminal:default']} = options;
  const clock = fakeClock(NOON);
  const model = createOfflineAssistant({clock, findWhen});
  const kept: Reminder[] = [];
  const history: LanguageModelV4Prompt[number][] = [];
  let failure: string | undefined;
  let ids = 0;

  const system = (): string =>
    [
      'You are Rooster, a personal agent that keeps time: you chat.',
      `# Formatting\n\n${options.formatting ?? 'Your answers are read in a terminal, where Markdown is drawn.'}`,
      `# Who you are talking to\n\nAlice. Trust: ${trust}. You serve this person.`,
      ...(options.more === undefined ? [] : [options.more]),
      `# Now\n\n${formatTime(clock.now(), zone)}`,
    ].join('\n\n');

  const instant = ({at, when}: ReminderTime): {readonly fireAt: EpochMs; readonly note?: string} => {
    const resolved = resolveWhen(at ?? when ?? '', {now: clock.now(), zone});
    if (resolved.kind === 'unclear') throw new GatewayError('invalid', resolved.reason);
    return {fireAt: resolved.at, ...(resolved.note === undefined ? {} : {note: resolved.note})};
  };
  const own = (id: string): Reminder => {
    const reminder = kept.find(each => each.id === id);
    if (reminder === undefined) throw new GatewayError('not_found', `There is no reminder ${id}.`);
    return reminder;
  };
  /** Kept without its note, as the store does. */
  const put = (timed: TimedReminder): TimedReminder => {
    const {note: _, ...reminder} = timed;
    const index = kept.findIndex(({id}) => id === reminder.id);
    if (index === -1) kept.push(reminder);
    else kept.splice(index, 1, reminder);
    return timed;
  };
  const tool = createReminderTool({
    formatIn: (at, where) => formatIn(at, clock.now(), where, {zoned: true}),
    actions: {
      set: ({at, when, message, mode}) => {
        ids += 1;
        return put({
          id: `rem_${ids}`,
          ...instant({...(at === undefined ? {} : {at}), ...(when === undefined ? {} : {when})}),
          message,
          mode,
          user: 'Alice',
          delivery,
          sourceSession: 'rooster:main',
          createdAt: clock.now(),
          state: 'pending',
          zone,
        });
      },
      list: () =>
        kept.filter(({state}) => state !== 'cancelled' && state !== 'done').sort((a, b) => a.fireAt - b.fireAt),
      cancel: id => {
        if (own(id).state !== 'pending')
          throw new GatewayError('conflict', `Reminder ${id} cannot be changed: it is ${own(id).state} already.`);
        return put({...own(id), state: 'cancelled'});
      },
      snooze: (id, time) => put({...own(id), state: 'pending', ...instant(time)}),
      done: id => put({...own(id), state: 'done'}),
      edit: (id, {at, when, message}) => {
        if (own(id).state !== 'pending')
          throw new GatewayError('conflict', `Reminder ${id} cannot be changed: it is ${own(id).state} already.`);
        const time = at !== undefined ? {at} : when !== undefined ? {when} : undefined;
        return put({
          ...own(id),
          ...(time === undefined ? {} : instant(time)),
          ...(message === undefined ? {} : {message}),
        });
      },
    },
  });

  const use = async (input: unknown): Promise<ToolOutput> =>
    failure !== undefined
      ? {ok: false, text: failure}
      : tool.run(input, {
          session: 'rooster:main',
          turnId: 'turn_1',
          callId: 'call_1',
          trust: 'full',
          user: 'Alice',
          zone,
          signal: new AbortController().signal,
        });

  /** One turn: asks the model until it answers, and does what it calls for. */
  const say = async (text: string): Promise<Turn> => {
    history.push({role: 'user', content: [{type: 'text', text}]});
    const calls: Record<string, unknown>[] = [];
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const {content} = await model.doGenerate({
        prompt: [{role: 'system', content: system()}, ...history],
        ...(offered ? {tools: [{type: 'function', name: 'reminder', inputSchema: {type: 'object'}}]} : {}),
      });
      const texts = content.flatMap(part => (part.type === 'text' ? [part] : []));
      const used = content.flatMap(part => (part.type === 'tool-call' ? [part] : []));
      history.push({
        role: 'assistant',
        content: [...texts, ...used.map(part => ({...part, input: JSON.parse(part.input) as unknown}))],
      });
      if (used.length === 0) return {reply: texts.map(part => part.text).join(''), calls};
      for (const {toolCallId, toolName, input} of used) {
        const parsed: Record<string, unknown> = JSON.parse(input);
        calls.push(parsed);
        const output = await use(parsed);
        const result = {type: output.ok ? ('text' as const) : ('error-text' as const), value: output.text};
        history.push({role: 'tool', content: [{type: 'tool-result', toolCallId, toolName, output: result}]});
      }
    }
    throw new Error(`No answer to "${text}" within ${MOST_ROUNDS} rounds.`);
  };

  /** It has come, wherever that was shown. */
  const came = (id: string): Reminder => put({...own(id), state: 'fired'});

  /** Delivers what is due at the moment, as the daemon shows it afterwards. */
  const fire = (id: string): void => {
    const reminder = came(id);
    const text = `[Delivered to the user word for word, reminder ${id}:]\n${reminder.message}`;
    history.push({role: 'user', content: [{type: 'text', text}]});
  };

  return {
    say,
    fire,
    came,
    clock,
    kept,
    history,
    /** The tool answers everything with this error from now on; as before without one. */
    failWith: (error: string | undefined) => {
      failure = error;
    },
    /** Reminders that are there, set without talking: words for the time, message. */
    given: (...reminders: readonly (readonly [when: string, message: string])[]) => {
      for (const [when, message] of reminders) {
        ids += 1;
        put({
          id: `rem_${ids}`,
          ...instant({when}),
          message,
          mode: 'verbatim',
          user: 'Alice',
          delivery,
          sourceSession: 'rooster:main',
          createdAt: NOON,
          state: 'pending',
          zone,
        });
      }
    },
  };
};

const MOST_ROUNDS = 4;
