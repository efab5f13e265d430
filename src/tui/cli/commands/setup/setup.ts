// `rooster setup`: connects a model or links Signal, step by step. The daemon holds the rules and writes last, so that
// leaving at any step leaves nothing.
import type {Run} from '../../arguments.ts';
import {type Args, UsageError} from '../../arguments.ts';
import type {CommandWorld} from '../../command.ts';
import {linkSignal} from '../channels/signal-link.ts';
import {canAnswer} from '../yes-or-no.ts';
import {connectByOptions, connectModel} from './connect-model.ts';
import {chosenOf} from './pick.ts';
import {openQuestions, type Questions} from './questions.ts';

export const setUp: Run = async (world, args) => {
  const [what] = args.words;
  if (what !== undefined && what !== 'model' && what !== 'signal')
    throw new UsageError(`"${what}" can't be set up; use model or signal`);
  if (what === 'signal') return await linkSignal(world, NOTHING_GIVEN);
  if (Object.keys(args.values).length > 0 || !canAnswer(world)) return await connectByOptions(world, args);
  if ((await answered(world, what)) === 'done') return 0;
  return await linkSignal(world, NOTHING_GIVEN);
};

/** Signal's questions come after these have let go of the terminal. */
const answered = async (world: CommandWorld, what: 'model' | undefined): Promise<'done' | 'signal'> => {
  using questions = openQuestions(world);
  const choice = what ?? (await firstChoice(world, questions));
  if (choice === 'signal') return 'signal';
  if (choice === 'model') await connectModel(world, questions);
  else world.print.line('Nothing was changed. To do it later: rooster setup');
  return 'done';
};

const firstChoice = async (world: CommandWorld, questions: Questions): Promise<'model' | 'signal' | undefined> =>
  await chosenOf(world, questions, {
    title: 'What do you want to set up?',
    choices: [
      {name: 'Connect a model', more: 'for real conversations; until then a simple assistant answers', value: 'model'},
      {name: 'Link Signal', more: 'for reminders on your phone', value: 'signal'},
      {name: 'Later', more: '', value: undefined},
    ],
  });

const NOTHING_GIVEN: Args = {words: [], values: {}, switches: new Set()};
