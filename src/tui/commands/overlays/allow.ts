// "Always for this": a call is approved together with a rule. Three choices, each said in words: what, where, until
// when. Then a question names the whole rule. A command with a star has to be typed.
import {SCOPE_NAMES} from '../../../shared/record-text/call-words.ts';
import type {Approval, RuleScope} from '../../../shared/records/approval.ts';
import {RULE_SCOPES} from '../../../shared/records/approval.ts';
import {visible} from '../../../shared/text/sanitize.ts';
import {DAY, isoOf} from '../../../shared/time/time.ts';
import {ruleLimit} from '../../nouns/approval.ts';
import {type AllowOverlay, type ReaderOverlay, showOverlay} from '../../state/overlay.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {picker, pickerMenu} from './kinds/picker.ts';

/** One choice, and the overlay's next step with it; the last step has a number of milliseconds instead. */
type Choice = {readonly name: string; readonly more?: string; readonly next: Partial<AllowOverlay> | Span};
type Span = {readonly lastsMs: number | undefined; readonly words: string};

export const allow = picker<AllowOverlay, Choice>({
  matches: (_, overlay) => choices(overlay),
  shows: (_, {query, index, step}, matches, room) =>
    pickerMenu({title: TITLES[step], query, index, entries: matches, none: NONE[step]}, room),
  lines: (_, {call}) => [`Allow it with: rooster approvals approve ${call.id} --always SCOPE.`],
  pick: (ports, {next}, overlay) => {
    if (!('words' in next)) ports.store.update(showOverlay({...overlay, ...next, query: '', index: 0}));
    else confirmRule(ports, overlay, next);
    return undefined;
  },
});

export const askAlways = (ports: CommandPorts, {call, ...back}: ReaderOverlay): void => {
  if (call === undefined) return;
  const {item} = call;
  if (item.effects.some(({kind}) => kind !== item.effects[0]?.kind))
    say(ports, 'warn', 'It has effects of several kinds, so it can only be approved once.');
  else
    ports.store.update(
      showOverlay({kind: 'allow', call: item, step: 'scope', query: '', index: 0, back: {...back, call}}),
    );
};

const choices = (overlay: AllowOverlay): readonly Choice[] => {
  const {step, query, call} = overlay;
  if (step === 'pattern')
    return query.includes('*')
      ? [{name: `commands like ${visible(query)}`, next: {pattern: query, step: 'place'}}]
      : [];
  const all = step === 'scope' ? scopes(call) : step === 'place' ? PLACES : SPANS;
  const wanted = query.trim().toLowerCase();
  return all.filter(({name}) => name.toLowerCase().includes(wanted));
};

/** After reading text from elsewhere, only exactly what is shown can be allowed. */
const scopes = (call: Approval): readonly Choice[] => {
  const hasRead = (call.after ?? []).length > 0;
  const exact = RULE_SCOPES.flatMap((scope): readonly Choice[] => {
    const named = namedIn(call, scope);
    const isOpen = !hasRead || scope === 'call' || scope === 'command';
    return named === undefined || !isOpen ? [] : [{name: named, next: {scope, step: 'place'}}];
  });
  const hasPattern = !hasRead && namedIn(call, 'command') !== undefined;
  const typed: Choice = {
    name: 'commands with a *, which you type',
    more: 'such as git *',
    next: {scope: 'command', step: 'pattern'},
  };
  return hasPattern ? [...exact, typed] : exact;
};

/** `the host example.com`; undefined if not each of its effects names one. */
const namedIn = ({effects}: Approval, scope: RuleScope): string | undefined => {
  if (scope === 'call') return SCOPE_NAMES.call;
  const names = effects.map(({names = {}}) => names[scope]);
  if (names.length === 0 || names.some(name => name === undefined)) return undefined;
  return visible(`${SCOPE_NAMES[scope]} ${[...new Set(names)].join(', ')}`);
};

const confirmRule = (ports: CommandPorts, overlay: AllowOverlay, {lastsMs, words}: Span): void => {
  const {call, scope = 'call', pattern, here = false, back} = overlay;
  const what = pattern === undefined ? (namedIn(call, scope) ?? '') : `commands like ${visible(pattern)}`;
  const place = here ? 'in this conversation' : 'everywhere';
  const until = lastsMs === undefined ? undefined : isoOf(exactNow(ports) + lastsMs);
  ports.store.update(
    showOverlay({
      kind: 'confirm',
      question: `Run this call now, and allow ${what} ${place}, ${words}?${ruleLimit({scope, pattern: pattern !== undefined || undefined})}`,
      ifYes: {kind: 'approve', id: call.id, always: {scope, pattern, here: here || undefined, until}},
      back: back.kind === 'reader' ? back.back : back,
    }),
  );
};

const PLACES: readonly Choice[] = [
  {name: 'in this conversation', next: {here: true, step: 'until'}},
  {name: 'everywhere', next: {here: false, step: 'until'}},
];

const SPANS: readonly Choice[] = [
  {name: 'for a day', next: {lastsMs: DAY, words: 'for a day'}},
  {name: 'for a week', next: {lastsMs: 7 * DAY, words: 'for a week'}},
  {name: 'for good', next: {lastsMs: undefined, words: 'for good'}},
];

const TITLES: Readonly<Record<AllowOverlay['step'], string>> = {
  scope: 'always allow …',
  pattern: 'always allow commands like …',
  place: '… where?',
  until: '… until when?',
};

const NONE: Readonly<Record<AllowOverlay['step'], string>> = {
  scope: 'no matches',
  pattern: 'type a command with a *, such as git *',
  place: 'no matches',
  until: 'no matches',
};
