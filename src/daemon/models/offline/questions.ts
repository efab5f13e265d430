// The questions the assistant asks, each with how it is recognised in the conversation when the answer comes: there is no other
// memory of what was asked. A question is the end of what was said.

import type {Conversation} from './conversation.ts';
import {snoozing} from './moving.ts';
import type {Deed} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import {numbered, shownIds} from './shown-list.ts';
import type {Known} from './tool-answers.ts';

export type Question =
  | {readonly kind: 'when'; readonly message: string}
  | {readonly kind: 'what'; readonly when: string}
  | {readonly kind: 'both'}
  | {readonly kind: 'offer'; readonly when: string; readonly message: string}
  | {readonly kind: 'which'; readonly deed: Deed; readonly ids: readonly string[]; readonly shown: string}
  | {readonly kind: 'all'; readonly deed: Deed};

export const askWhen = (message: string): string => `When should I remind you? (“${message}”)`;
export const askWhat = (when: string): string => `What should I remind you of? (${when})`;
export const ASK_BOTH = 'What should I remind you of, and when?';
export const offer = (when: string, message: string): string =>
  `Should I remind you of that (${when})? Say yes, and I will. (“${message}”)`;

export const askWhich = (deed: Deed, found: readonly Known[], here: Pick<Conversation, 'now' | 'zone'>): string =>
  found.length === 1
    ? `Should I ${formatDeed(deed, ' this one')}? Say yes, or name another.\n${numbered(found, here)}`
    : `Which one should I ${formatDeed(deed)}?\n${numbered(found, here)}`;

export const askAll = (deed: Deed, found: readonly Known[], here: Pick<Conversation, 'now' | 'zone'>): string =>
  `${numbered(found, here)}\nShould I ${formatDeed(deed, ' all of them')}? There are ${found.length}. Say yes or no.`;

/** The question that waits for an answer: it is in the last thing the assistant said, and nothing was said since. */
export const openQuestion = (conversation: Conversation, times: TimeReader): Question | undefined => {
  const last = conversation.before.at(-1);
  if (last?.kind !== 'own') return undefined;
  const text = last.text.trim();
  const groups = (pattern: RegExp): readonly string[] | undefined => pattern.exec(text)?.slice(1);
  if (text.endsWith(ASK_BOTH)) return {kind: 'both'};
  const [message] = groups(/(?:^|\n)When should I remind you\? \(“([\s\S]*)”\)$/u) ?? [];
  if (message !== undefined) return {kind: 'when', message};
  const [when] = groups(/(?:^|\n)What should I remind you of\? \((.*)\)$/u) ?? [];
  if (when !== undefined) return {kind: 'what', when};
  const [then, matter] =
    groups(/(?:^|\n)Should I remind you of that \((.*?)\)\? Say yes, and I will\. \(“([\s\S]*)”\)$/u) ?? [];
  if (then !== undefined && matter !== undefined) return {kind: 'offer', when: then, message: matter};
  const [asked] =
    groups(/(?:^|\n)Which one should I ([^\n]*)\?\n1\. /u) ??
    groups(/(?:^|\n)Should I ([^\n]*)\? Say yes, or name another\.\n1\. /u) ??
    [];
  const which = asked === undefined ? undefined : deedOf(asked, times);
  if (which !== undefined) return {kind: 'which', deed: which, ids: shownIds(conversation), shown: text};
  const [many] = groups(/(?:^|\n)Should I ([^\n]*)\? There are \d+\. Say yes or no\.$/u) ?? [];
  const all = many === undefined ? undefined : deedOf(many, times);
  return all === undefined ? undefined : {kind: 'all', deed: all};
};

const formatDeed = (deed: Deed, them = ''): string => {
  switch (deed.kind) {
    case 'cancel':
      return `cancel${them}`;
    case 'done':
      return `mark${them} as done`;
    case 'snooze':
      return `snooze${them} (${deed.moment.words})`;
    case 'move':
      return `move${them} (${deed.moment.words})`;
    case 'shift':
      return `put${them} ${deed.shift.ms < 0 ? 'forward' : 'off'} (${deed.shift.words})`;
    case 'reword':
      return `change${them} (“${deed.message}”${deed.moment === undefined ? '' : `, ${deed.moment.words}`})`;
    default:
      return deed satisfies never;
  }
};

const deedOf = (asked: string, times: TimeReader): Deed | undefined => {
  const words = asked.replace(/^(\w+) (?:this one|all of them)\b/u, '$1');
  if (words === 'cancel') return {kind: 'cancel'};
  if (words === 'mark as done') return {kind: 'done'};
  const [, verb, detail = ''] = /^(snooze|move|put off|put forward|change) \((.*)\)$/u.exec(words) ?? [];
  if (verb === 'snooze' || verb === 'move') {
    const moment = times.whole(detail);
    if (moment === undefined) return undefined;
    return verb === 'snooze' ? snoozing(moment, times) : {kind: 'move', moment};
  }
  if (verb === 'put off' || verb === 'put forward') {
    const shift = times.length(detail);
    if (shift === undefined) return undefined;
    return {kind: 'shift', shift: verb === 'put off' ? shift : {...shift, ms: -shift.ms}};
  }
  const [, message, when] = /^“(.*)”(?:, (.*))?$/u.exec(detail) ?? [];
  if (verb !== 'change' || message === undefined) return undefined;
  const moment = when === undefined ? undefined : times.whole(when);
  return {kind: 'reword', message, ...(moment === undefined ? {} : {moment})};
};
