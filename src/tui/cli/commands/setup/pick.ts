// A numbered list to choose from.
import type {CommandWorld} from '../../command.ts';
import type {Questions} from './questions.ts';

type Choice<T> = {readonly name: string; readonly more: string; readonly value: T};

/** Asks until a line is one of the choices, by number or name. Undefined when the person leaves with an empty line. */
export const chosenOf = async <T>(
  {print}: Pick<CommandWorld, 'print'>,
  questions: Questions,
  {title, choices}: {readonly title: string; readonly choices: readonly Choice<T>[]},
): Promise<T | undefined> => {
  print.line(title);
  const widest = Math.max(...choices.map(({name}) => name.length));
  choices.forEach(({name, more}, index) => {
    print.line(
      `${String(index + 1).padStart(3)}  ${more === '' ? name : `${name.padEnd(widest)}  ${print.paint('quiet', more)}`}`,
    );
  });
  for (;;) {
    const typed = (await questions.line(`Choose [1-${choices.length}, Enter: leave] `))?.trim().toLowerCase() ?? '';
    if (typed === '') return undefined;
    const chosen = choices[Number(typed) - 1] ?? choices.find(({name}) => name.toLowerCase() === typed);
    if (chosen !== undefined) return chosen.value;
    print.note(`Type a number from 1 to ${choices.length}.`);
  }
};
