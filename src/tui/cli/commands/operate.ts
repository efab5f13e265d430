// The verbs of operations: `rooster outbox hold ID`. What they say is in the records of the operations.
import type {Operation, OperationNoun, PrintContext, RecordParams} from '../../../shared/operations/operation.ts';
import {isPause, OPERATIONS, type OperationName, operationsOn} from '../../../shared/operations/operations.ts';
import type {AlarmState} from '../../../shared/records/jobs/alarm.ts';
import type {ReminderState} from '../../../shared/records/jobs/jobs.ts';
import {wordAt} from '../args.ts';
import type {ArgumentSpec, Run, Verb} from '../arguments.ts';
import {ask, show} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {withNamed} from '../named.ts';
import {JSON_OUT} from '../verbs/specs.ts';
import {alarmCandidates, deliveryCandidates, reminderCandidates} from './candidates.ts';
import {dismissedOr, orDismissed} from './damaged.ts';

/** `of`: the argument that names the record. */
export const operationVerb = (name: OperationName, of: ArgumentSpec): Verb => ({
  name: name.slice(name.indexOf('.') + 1),
  help: OPERATIONS[name].help,
  arguments: isPause(name) ? [of, UNTIL] : [of],
  options: [JSON_OUT],
  run: operate(name),
});

export const operationVerbs = (noun: OperationNoun, of: ArgumentSpec): readonly Verb[] =>
  operationsOn(noun).map(([name]) => operationVerb(name, of));

/** Calls the method on the record that the first word names, and prints what the operation says. */
export const operate =
  (name: OperationName): Run =>
  async (world, args) => {
    const {noun, dismisses, printed, states} = OPERATIONS[name] as unknown as AnyOperation;
    const text = wordAt(args, 0);
    const changed = onNamed(world, {noun, states, text}, async params => {
      // The daemon reads "until monday" and "for two weeks", too.
      const until = args.words.slice(1).join(' ').trim();
      const more = isPause(name) && until !== '' ? {...params, until} : params;
      const called = ask(world, name, more as never) as Promise<object>;
      return await (dismisses && 'id' in params ? orDismissed(world, params.id, called) : called);
    });
    const by = {now: world.clock.now(), names: world.names()};
    return await show(world, args, changed, record => dismissedOr(record, whole => printed(whole, by)));
  };

const UNTIL: ArgumentSpec = {
  name: 'until WHEN',
  optional: true,
  rest: true,
  help: 'when it goes on by itself: "until monday", "for two weeks"',
};

/** An operation whose noun is known only at run time. */
type AnyOperation = Pick<Operation<OperationNoun>, 'dismisses'> & {
  readonly noun: OperationNoun;
  readonly states?: readonly (string | undefined)[];
  readonly printed: (changed: object, by: PrintContext) => string | readonly string[];
};

type Wanted = Pick<AnyOperation, 'noun' | 'states'> & {readonly text: string};

/**
 * Calls with the record that a text names. A part of an id is searched in every state, so past records are found too;
 * the daemon says why an operation on them fails.
 */
const onNamed = <T>(
  world: CommandWorld,
  {noun, states, text}: Wanted,
  call: (params: RecordParams) => Promise<T>,
): Promise<T> => {
  const withId = (id: string): Promise<T> => call({id});
  switch (noun) {
    case 'job':
      return call({name: text});
    case 'delivery':
      return withNamed(deliveryCandidates(world), text, withId);
    case 'reminder': {
      const among = text.startsWith('rem_') ? undefined : (states as readonly ReminderState[]);
      return withNamed(reminderCandidates(world, among), text, withId);
    }
    case 'alarm': {
      const among = text.startsWith('alm_') ? undefined : (states as readonly AlarmState[]);
      return withNamed(alarmCandidates(world, among), text, withId);
    }
  }
};
