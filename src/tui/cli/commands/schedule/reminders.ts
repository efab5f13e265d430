// `rooster reminders`: lists and manages reminders.
import type {Client} from '../../../../ipc/protocol.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {changedLines} from '../../../../shared/operations/reminder-operations.ts';
import {FOLLOWS, REMINDER_STATES, type Reminder, type ReminderState} from '../../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {counted} from '../../../../shared/text/sentences.ts';
import {formatMoment} from '../../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../../shared/time/time.ts';
import {isZone} from '../../../../shared/time/zone.ts';
import {choiceOf, textFrom, wantsJson, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {type Args, UsageError} from '../../arguments.ts';
import {ask, show} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {
  reminderEdited,
  reminderList,
  reminderPreview,
  reminderShown,
  reminderSnoozed,
  reminderUndone,
  zoneMoves,
} from '../../format/format-reminder.ts';
import {withNamed} from '../../named.ts';
import {inCursorPages, noteMore, wantedCount} from '../../pages.ts';
import {reminderCandidates} from '../candidates.ts';
import {answerTo, canAnswer} from '../yes-or-no.ts';
import {certainTime} from './choose-time.ts';

export const listReminders: Run = async (world, args) => {
  const {user} = args.values;
  const state = choiceOf(args, 'state', REMINDER_STATES);
  const filter = {user, state};
  const listed = inCursorPages<Wire<Reminder>>(world, wantedCount(args), filter, async ({call}, page) => {
    const {reminders, more = false} = await call('reminder.list', {...filter, ...page});
    return {rows: reminders, more};
  });
  const answer = listed.then(({rows, more}) => ({reminders: rows, more: more || undefined}));
  const code = await show(world, args, answer, ({reminders, more = false}) =>
    reminderList(world, reminders, {state, more}),
  );
  noteMore(world, args, await answer);
  return code;
};

export const showReminder: Run = async (world, args) => {
  const shown = reminderNamed(world, args, undefined, id => ask(world, 'reminder.get', {id}));
  return await show(world, args, shown, reminder => reminderShown(world, reminder));
};

/** Prints the old and the new time: a WHEN meant as "this much later" may be earlier than the old time. */
export const snoozeReminder: Run = async (world, args) => {
  const when = textFrom(args, 1, 'WHEN');
  let before: Wire<Reminder> | undefined;
  const snoozed = reminderNamed(world, args, OPEN, async id => {
    await using connection = await world.connect();
    const {call} = connection.client;
    if (!wantsJson(args)) before = await call('reminder.get', {id});
    const isAsked = before !== undefined && canAnswer(world);
    const time = isAsked ? await certainTime(world, call, {id, when}) : when;
    if (isAsked && before?.state === 'pending' && !isRung(before)) await agreedSooner(world, call, before, time);
    return await call('reminder.snooze', {id, when: time});
  });
  return await show(world, args, snoozed, reminder => reminderSnoozed(world, reminder, before));
};

/** An occurrence that has fired only rings again: the next one is no later time of it. */
const isRung = ({occurrence}: Wire<Reminder>): boolean =>
  occurrence !== undefined && occurrence.snoozedUntil === undefined;

/** A snooze that would come before the reminder is asked about. Rejects if the person says no. */
const agreedSooner = async (
  world: CommandWorld,
  call: Client['call'],
  {id, fireAt, zone}: Wire<Reminder>,
  when: string,
): Promise<void> => {
  const {at} = await call('reminder.understand', {when, id});
  if (at >= fireAt) return;
  const due = formatMoment(instantOfIso(fireAt) ?? 0, world.clock.now(), isZone(zone) ? zone : 'UTC');
  if ((await answerTo(world, `The reminder is set for ${due}, which is later. Move it? [y/N] `)) !== true)
    throw new GatewayError('refused', 'Nothing was changed.');
};

/** The next occurrence, the open one, or the one that is named. */
export const skipReminder: Run = async (world, args) => {
  const {at} = args.values;
  if (at !== undefined && !/^\d{4}-\d{2}-\d{2}T\d/u.test(at))
    throw new UsageError(`--at takes the date and time of an occurrence, such as 2026-12-01T08:00, not "${at}"`);
  const skipped = reminderNamed(world, args, OPEN, id => ask(world, 'reminder.skip', {id, at}));
  return await show(world, args, skipped, reminder =>
    changedLines('Skipped one occurrence of', reminder, world.clock.now()),
  );
};

export const editReminder: Run = async (world, args) => {
  const {text, when, nag, by} = args.values;
  const [isThis, isSeries] = [args.switches.has('this'), args.switches.has('series')];
  if (isThis && isSeries) throw new UsageError('--this and --series exclude each other');
  const [isUrgent, isNotUrgent] = [args.switches.has('urgent'), args.switches.has('not-urgent')];
  if (isUrgent && isNotUrgent) throw new UsageError('--urgent and --not-urgent exclude each other');
  if (by !== undefined && when !== undefined) throw new UsageError('--when and --by exclude each other');
  const follows = choiceOf(args, 'follows', FOLLOWS);
  if ([text, when, nag, by, follows].every(part => part === undefined) && !isUrgent && !isNotUrgent)
    throw new UsageError('nothing to change: give --text, --when, --by, --nag, --urgent or --follows');
  const scope = isThis ? ({scope: 'this'} as const) : isSeries ? ({scope: 'series'} as const) : {};
  const change = {
    message: text,
    when,
    by,
    nag,
    urgent: isUrgent || isNotUrgent ? isUrgent : undefined,
    follows,
    ...scope,
  };
  // One that has rung can ring again.
  const edited = reminderNamed(world, args, by === undefined ? WAITING : OPEN, async id => {
    await using connection = await world.connect();
    const {call} = connection.client;
    const isAsked = when !== undefined && canAnswer(world) && !wantsJson(args);
    const time = isAsked ? {when: await certainTime(world, call, {id, when})} : {};
    return await call('reminder.edit', {id, ...change, ...time});
  }).catch((thrown: unknown) => {
    // The sentence of the daemon names the choice, not the flags.
    if (thrown instanceof GatewayError && thrown.fault === 'no-scope')
      throw new UsageError(
        `this reminder repeats: --when "${when}" --this moves one occurrence, --when "${when}" --series all from now on`,
      );
    throw thrown;
  });
  return await show(world, args, edited, reminder => reminderEdited(world, reminder));
};

/** Lists what would move. Moves it with `--yes`, or once somebody at the terminal says yes. */
export const moveZone: Run = async (world, args) => {
  const {from, user} = args.values;
  await using connection = await world.connect();
  const {call} = connection.client;
  const request = {zone: args.words[0], from, user};
  const isSure = args.switches.has('yes');
  const preview = await call('reminder.moveZone', {...request, confirm: isSure});
  if (wantsJson(args)) {
    world.print.json(preview);
    return 0;
  }
  const count = counted(preview.moved.length, 'reminder');
  if (preview.moved.length === 0) {
    world.print.line(`No reminder has to move to ${preview.zone}.`);
    return 0;
  }
  world.print.line(zoneMoves(preview, world.clock.now()).join('\n'));
  if (!isSure) {
    const agrees = canAnswer(world) && (await answerTo(world, `Move ${count} to ${preview.zone}? [y/N] `)) === true;
    if (!agrees) {
      world.print.line('Nothing was moved. To move them, add --yes.');
      return 1;
    }
    await call('reminder.moveZone', {...request, confirm: true});
  }
  world.print.line(`Moved ${count} to ${preview.zone}. To take it back: rooster reminders undo`);
  return 0;
};

export const undoReminder: Run = async (world, args) =>
  show(world, args, ask(world, 'reminder.undo', {}), reminder => reminderUndone(world, reminder));

export const previewReminder: Run = async (world, args) => {
  const {tz} = args.values;
  const params = {when: textFrom(args, 0, 'WHEN'), zone: tz};
  return await show(world, args, ask(world, 'reminder.preview', params), preview => reminderPreview(world, preview));
};

/**
 * Finds a reminder by id, part of an id, or a word unique in these states (pending ones first). A part of an id is
 * searched in every state, so past reminders are found too; the daemon says why an action on them fails.
 */
const reminderNamed = <T>(
  world: CommandWorld,
  args: Args,
  states: readonly (ReminderState | undefined)[] | undefined,
  use: (id: Reminder['id']) => Promise<T>,
): Promise<T> => {
  const text = wordAt(args, 0);
  return withNamed(reminderCandidates(world, text.startsWith('rem_') ? undefined : states), text, use);
};

/** Without a state the daemon lists pending reminders. */
const WAITING = [undefined];
const OPEN: readonly (ReminderState | undefined)[] = [undefined, 'fired'];
