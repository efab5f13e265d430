// Asking what a job, or a reminder, has said: the answer is what was told in this conversation, the newest first. There is no
// other memory of it. Pure.
import type {Conversation, Entry} from './conversation.ts';
import {questionIn} from './plain-words.ts';

/** What was told of the thing that is asked about; undefined where nothing was, or nothing of the kind is asked. */
export const toldResult = ({text, before}: Conversation): string | undefined => {
  const said = questionIn(text);
  if (said === undefined) return undefined;
  const told = results(before);
  const found = LAST.test(said) ? told.at(-1) : foundUnder(askedName(said), told);
  return found === undefined ? undefined : answered(found);
};

/** The answer to a question after something that has said nothing here; undefined for any other. */
export const nothingTold = ({text, before}: Conversation): string | undefined => {
  const name = askedName(questionIn(text) ?? '');
  if (name === undefined) return undefined;
  const names = [...new Set(results(before).map(told => told.name))].filter(told => told !== 'reminder');
  const known = names.length === 0 ? '' : ` These have: ${names.join(', ')}.`;
  return `Nothing called “${name}” has said anything in this conversation.${known}`;
};

const askedName = (said: string): string | undefined => {
  const name = ASKED.map(pattern => pattern.exec(said)?.groups?.['name']).find(found => found !== undefined);
  return name === undefined || bare(name) === '' ? undefined : name.trim();
};

const foundUnder = (asked: string | undefined, told: readonly Told[]): Told | undefined => {
  if (asked === undefined) return undefined;
  const name = bare(asked);
  return (
    told.findLast(result => bare(result.name) === name) ??
    told.findLast(result => bare(result.name).split(' ').includes(name))
  );
};

type Told = {readonly name: string; readonly text: string};

/** What was announced, under the name of its job; a reminder's is `reminder`. Oldest first. */
const results = (before: readonly Entry[]): readonly Told[] =>
  before.flatMap((entry, index): readonly Told[] => {
    if (entry.kind !== 'said') return [];
    const [direct, origin = ''] = WORD_FOR_WORD.exec(entry.text) ?? [];
    if (direct !== undefined) return [{name: nameOf(origin), text: entry.text.slice(direct.length)}];
    const [announced, title = ''] = ANNOUNCED.exec(entry.text) ?? [];
    if (announced === undefined) return [];
    // What reached the person is how the session told it; until it has, there is the result itself.
    const next = before[index + 1];
    return [{name: nameOf(title), text: next?.kind === 'own' ? next.text : entry.text.slice(announced.length)}];
  });

const nameOf = (origin: string): string =>
  /^reminder\b/u.test(origin) ? 'reminder' : origin.replace(/^scheduled job /u, '');

const answered = ({name, text}: Told): string => {
  const words = text.trim();
  const who = name === 'reminder' ? 'The reminder' : name;
  return words.includes('\n') ? `${who} said:\n${words}` : `${who} said: ${words}`;
};

const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^["“']|["”']$/gu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .replace(/^(?:the|my|that|this|our)\s/u, '')
    .replace(/^(?:cron|scheduled|last|latest|newest)\s/u, '')
    .replace(/\s(?:cron job|cron|job|task|run|one)$/u, '')
    .trim();

const WORD_FOR_WORD = /^\[Delivered to the user word for word, ((?:scheduled job|reminder) [^\]]*):\]\n/u;
const ANNOUNCED = /^\[Scheduled task "([^"]*)" completed\.[^\]]*\]\n\n/u;

const NAME = '(?<name>[^?!,;]{1,80}?)';
const VERB =
  '(?:say|said|tell|told|report(?:ed)?|find|found|answer(?:ed)?|announced?|come up with|came up with|show(?:ed)?|want(?:ed)?|give|gave|return(?:ed)?)';
const WHEN = '(?: (?:me|us|to me|out|just now|now|today|yesterday|this morning|again|last|the last time|last time))*';
const ASKED: readonly RegExp[] = [
  new RegExp(
    `^(?:what|anything) (?:did|has|does) (?!i\\b|you\\b|we\\b|they\\b|he\\b|she\\b|it\\b)${NAME} ${VERB}${WHEN}$`,
    'iu',
  ),
  new RegExp(`^(?:repeat )?what (?!i\\b|you\\b|we\\b|they\\b|he\\b|she\\b|it\\b)${NAME} ${VERB}${WHEN}$`, 'iu'),
  new RegExp(
    `^(?:what(?:'s| is| was| were)|show(?: me)?|repeat|give me) (?:the )?(?:last |latest )?(?:results?|output|answer|report|announcement|findings?) (?:of|from|by) ${NAME}${WHEN}$`,
    'iu',
  ),
  new RegExp(
    `^(?:what(?:'s| is| was| were)|show(?: me)?|repeat|give me) (?:the )?(?!last\\b)${NAME}(?:'s)? (?:results?|output|report|announcement|findings?)${WHEN}$`,
    'iu',
  ),
];
/** What came last, whatever its name. */
const LAST =
  /^(?:what (?:was|is) (?:that|it|this)(?: (?:about|again|message))?|what (?:did|does) (?:it|that|this|you just) (?:say|said|tell|tell me|report|find|announce)|(?:say|tell|repeat) (?:it|that|this)(?: again)?|repeat|come again|what was (?:the )?(?:last )?(?:announced|announcement)|what (?:did you|was) (?:just )?(?:announced?|say))$/iu;
