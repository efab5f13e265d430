// `rooster sessions new`, `fork`, `archive`, `restore`, `delete` and `model`: several conversations.

import type {Result} from '../../../ipc/method-table.ts';
import {conversationName} from '../../../shared/record-text/names.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {type Args, UsageError} from '../arguments.ts';
import {ask, askAndPrint, show} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {sessionLabel} from '../format/format-session.ts';
import {sessionNamed, withNamed} from '../named.ts';
import {messageCandidates} from './candidates.ts';
import {lineFor} from './yes-or-no.ts';

export const newSession: Run = (world, args) =>
  askAndPrint(world, args, 'session.create', {title: args.words.join(' ').trim()}, made => [
    `Created ${sessionLabel(made)}.`,
    openWith(made),
  ]);

export const forkSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const {from} = args.values;
  const title = args.words.slice(1).join(' ').trim();
  const fork = (upTo?: MessageId) => ask(world, 'session.fork', {session, title, from: upTo});
  const made = from === undefined ? fork() : withNamed(messageCandidates(world), from, fork);
  return await show(world, args, made, forked => [
    `Created ${sessionLabel(forked)} with ${counted(forked.messages, 'message')}.`,
    openWith(forked),
  ]);
};

export const archiveSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  return await askAndPrint(world, args, 'session.archive', {session}, ({key, title}) =>
    key === session
      ? `Archived "${printableLine(title)}". To bring it back: rooster sessions restore ${printableLine(key)}`
      : `Archived the messages as ${sessionLabel({key, title})}. ${nameOf(world, session)} starts over.`,
  );
};

export const restoreSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  return await askAndPrint(
    world,
    args,
    'session.restore',
    {session},
    restored => `Restored ${sessionLabel(restored)}.`,
  );
};

export const deleteSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const found = await sessionIn(world, session);
  if (!args.switches.has('yes') && !(await isConfirmed(world, found))) {
    world.print.note('Nothing was deleted.');
    return 1;
  }
  return await askAndPrint(world, args, 'session.delete', {session}, ({heir, reminders, alarms}) => {
    const moved = [
      ...(reminders === 0 ? [] : [counted(reminders, 'reminder')]),
      ...(alarms === 0 ? [] : [counted(alarms, 'alarm')]),
    ].join(' and ');
    const rest =
      moved === ''
        ? ''
        : ` Its ${moved} now ${reminders + alarms === 1 ? 'belongs' : 'belong'} to ${nameOf(world, heir)}.`;
    return `Deleted "${printableLine(found.title)}" for good.${rest}`;
  });
};

export const modelOfSession: Run = async (world, args: Args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const model = args.words[1];
  if (model === undefined) {
    const {model: own = 'the configured model'} = await sessionIn(world, session);
    world.print.line(`${nameOf(world, session)}: ${own}`);
    return 0;
  }
  const params = {session, model: model !== 'default' ? model : undefined};
  return await askAndPrint(world, args, 'session.model', params, ({model: own}) =>
    own === undefined
      ? `${nameOf(world, session)} uses the configured model.`
      : `${nameOf(world, session)} uses ${own}.`,
  );
};

type SessionRow = Result<'session.list'>['sessions'][number];

const sessionIn = async (world: CommandWorld, session: SessionKey): Promise<SessionRow> => {
  for (const archived of [false, true]) {
    const {sessions} = await ask(world, 'session.list', archived ? {archived} : {});
    const found = sessions.find(({key}) => key === session);
    if (found !== undefined) return found;
  }
  throw new GatewayError('not_found', `No conversation ${session}. To list them: rooster sessions`);
};

/** Only the typed title confirms. */
const isConfirmed = async (world: CommandWorld, {title, messages}: SessionRow): Promise<boolean> => {
  if (world.stdin.isTTY !== true || !world.print.onTerminal)
    throw new UsageError('delete removes the conversation for good; add --yes to skip the question');
  const name = printableLine(title);
  world.print.note(
    `This deletes "${name}" (${messages === 0 ? 'no messages' : counted(messages, 'message')}) for good. Backups keep it until they are replaced.`,
  );
  const typed = await lineFor(world, 'Type its title to delete it: ');
  return typed?.trim().toLowerCase() === name.toLowerCase();
};

const openWith = ({key}: SessionRow): string => `Open it: rooster --session ${printableLine(key)}`;

const nameOf = (world: CommandWorld, session: SessionKey): string =>
  printableLine(conversationName(session, world.names()));
