// Random stories about approvals, and a model of what a person must have answered before a call may have its effect. The model knows the
// table of the policy and what a test did itself; it shares no code with the daemon.
import fc from 'fast-check';
import {ASK_KINDS, ASK_TIMES, type AskKind, type AskTable} from '../../src/shared/records/approval.ts';

/** A place where the effects of calls are counted by their tokens. */
export type Place = 'marks' | 'rules' | 'notes' | 'cron' | 'outbox' | 'bob' | 'alarms' | 'reminders' | 'site';

type Sort = {
  readonly tool: string;
  readonly kind: AskKind;
  readonly place: Place;
  readonly input: (token: string, site: string) => Readonly<Record<string, unknown>>;
  /** The names that a rule can hold. */
  readonly names: (token: string) => Readonly<Partial<Record<Scope, string>>>;
  /** The number of texts that one effect leaves. @default 1 */
  readonly copies?: number;
};

const mark = (token: string): string => `sh mark.sh ${token}`;

/** Calls of each kind. Each effect has a token of its own. */
export const SORTS = {
  outside: {
    tool: 'bash',
    kind: 'outside',
    place: 'marks',
    input: token => ({command: mark(token), outside: true}),
    names: token => ({command: mark(token), program: 'sh'}),
  },
  host: {
    tool: 'bash',
    kind: 'outside',
    place: 'marks',
    input: token => ({command: mark(token), hosts: ['h.example']}),
    names: () => ({host: 'h.example'}),
  },
  inside: {
    tool: 'bash',
    kind: 'own',
    place: 'marks',
    input: token => ({command: mark(token)}),
    names: token => ({command: mark(token), program: 'sh'}),
  },
  message: {
    tool: 'signal_send',
    kind: 'messages',
    place: 'outbox',
    input: token => ({to: 'bob', text: token}),
    names: () => ({recipient: 'bob'}),
  },
  words: {
    tool: 'session_send',
    kind: 'messages',
    place: 'bob',
    input: token => ({session: BOB_SESSION, text: token}),
    names: () => ({recipient: 'bob'}),
  },
  mail: {
    tool: 'mail_send',
    kind: 'mail',
    place: 'outbox',
    input: token => ({to: 'bob', text: token}),
    names: () => ({recipient: 'bob'}),
  },
  hook: {
    tool: 'alarm',
    kind: 'hooks',
    place: 'alarms',
    input: token => ({action: 'set', when: 'in 400 days', message: token, deliver: 'hook:neo'}),
    names: () => ({recipient: 'hook:neo'}),
  },
  job: {
    tool: 'cron',
    kind: 'jobs',
    place: 'cron',
    input: token => ({action: 'create', name: token, at: '2099-01-01T09:00', run: `true ${token}`}),
    names: token => ({command: `true ${token}`}),
  },
  rules: {
    tool: 'edit_file',
    kind: 'rules',
    place: 'rules',
    input: token => ({path: 'AGENTS.md', old_text: 'THE END', new_text: `${token}\nTHE END`}),
    names: () => ({path: 'AGENTS.md'}),
  },
  fetch: {
    tool: 'web_fetch',
    kind: 'fetch',
    place: 'site',
    input: (token, site) => ({url: `${site}?q=${token}`}),
    names: () => ({}),
  },
  note: {
    tool: 'write_file',
    kind: 'own',
    place: 'notes',
    input: token => ({path: `notes/${token}.md`, content: 'x'}),
    names: token => ({path: `notes/${token}.md`}),
  },
  reminder: {
    tool: 'reminder',
    kind: 'own',
    place: 'reminders',
    input: token => ({action: 'set', when: 'in 400 days', message: token, mode: 'verbatim'}),
    names: () => ({}),
  },
} as const satisfies Readonly<Record<string, Sort>>;

export const BOB_SESSION = 'rooster:person:bob';

export type SortName = keyof typeof SORTS;
/** `page` reads a text from elsewhere. The last two have no effects. */
export type Asked = SortName | 'page' | 'schedule' | 'file';
const SCOPES = ['call', 'command', 'program', 'host', 'recipient', 'path'] as const;
export type Scope = (typeof SCOPES)[number];

/** `hook` and `job` have full trust, and nobody waits for them. */
export const ORIGINS = ['terminal', 'phone', 'mail', 'bob', 'stranger', 'hook'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Things that look like an answer and are none. */
export const FAKES = [
  'yes on the phone',
  'yes at the terminal',
  'the id and yes on the phone',
  'a command in the chat',
  'an edit into yes',
  'the thumb of bob',
  'the thumb of carol',
  'the thumb of mallory',
  'a quote by carol',
  'a quote in a group',
  'a thumb on another message',
  'a thumb taken back',
  'a heart',
  'a mail of alice',
  'a mail of a stranger',
  'a hook',
  'a note of the operator',
] as const;
export type Fake = (typeof FAKES)[number];

export type Always = {readonly scope: Scope; readonly here: boolean; readonly minutes?: number};

export type Step =
  /** Somebody writes, and the model makes these calls, step by step. */
  | {readonly do: 'ask'; readonly from: Origin; readonly steps: readonly (readonly Asked[])[]}
  /** Alice answers a question, an open one if there is any. */
  | {
      readonly do: 'answer';
      readonly which: number;
      readonly yes: boolean;
      readonly at: 'terminal' | 'thumb' | 'quote';
      readonly always?: Always;
    }
  | {readonly do: 'fake'; readonly which: number; readonly how: Fake}
  /** `swap`: meanwhile somebody changes the arguments of the calls that wait, in the stored conversation. */
  | {readonly do: 'restart'; readonly swap: boolean}
  | {readonly do: 'wait'; readonly minutes: number}
  | {readonly do: 'set the clock'; readonly minutes: number}
  /** Alice trusts what the conversation has read. */
  | {readonly do: 'trust'}
  | {readonly do: 'stop'}
  | {readonly do: 'revoke'};

export type Story = {readonly ask: AskTable; readonly steps: readonly Step[]};

const asked = fc.constantFrom<Asked>(...(Object.keys(SORTS) as SortName[]), 'page', 'page', 'page', 'schedule', 'file');
const which = fc.nat({max: 5});

const askStep = fc.record({
  do: fc.constant('ask' as const),
  from: fc.constantFrom<Origin>('terminal', 'phone', 'terminal', 'phone', ...ORIGINS),
  steps: fc.array(fc.array(asked, {minLength: 1, maxLength: 3}), {minLength: 1, maxLength: 2}),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {weight: 6, arbitrary: askStep},
  {
    weight: 10,
    arbitrary: fc.record(
      {
        do: fc.constant('answer' as const),
        which,
        yes: fc.constantFrom(true, true, false),
        at: fc.constantFrom('terminal' as const, 'thumb' as const, 'quote' as const),
        always: fc.record(
          {scope: fc.constantFrom(...SCOPES), here: fc.boolean(), minutes: fc.integer({min: 5, max: 90})},
          {requiredKeys: ['scope', 'here']},
        ),
      },
      {requiredKeys: ['do', 'which', 'yes', 'at']},
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record({do: fc.constant('fake' as const), which, how: fc.constantFrom(...FAKES)}),
  },
  {weight: 2, arbitrary: fc.record({do: fc.constant('restart' as const), swap: fc.boolean()})},
  {weight: 1, arbitrary: fc.record({do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20, 59, 61)})},
  {
    weight: 1,
    arbitrary: fc.record({do: fc.constant('set the clock' as const), minutes: fc.constantFrom(-180, -30, 30, 180)}),
  },
  {weight: 1, arbitrary: fc.constant({do: 'trust'} as const)},
  {weight: 1, arbitrary: fc.constant({do: 'stop'} as const)},
  {weight: 1, arbitrary: fc.constant({do: 'revoke'} as const)},
);

const USUAL: AskTable = {
  outside: 'always',
  messages: 'always',
  mail: 'always',
  hooks: 'always',
  jobs: 'always',
  rules: 'always',
  fetch: 'after-reading',
  own: 'after-reading',
};

const table: fc.Arbitrary<AskTable> = fc.oneof(
  {weight: 3, arbitrary: fc.constant(USUAL)},
  {
    weight: 1,
    arbitrary: fc
      .tuple(...ASK_KINDS.map(kind => fc.tuple(fc.constant(kind), fc.constantFrom(...ASK_TIMES))))
      .map(rows => Object.fromEntries(rows) as AskTable),
  },
);

export const stories: fc.Arbitrary<Story> = fc.record({
  ask: table,
  steps: fc.tuple(askStep, fc.array(step, {minLength: 2, maxLength: 11})).map(([first, rest]) => [first, ...rest]),
});

/** A call that the model made, and what was so when it made it. */
export type Made = {
  /** The number of calls before it. */
  readonly order: number;
  readonly token: string;
  readonly sort: SortName;
  readonly input: unknown;
  readonly from: Origin;
  /** The model had text from elsewhere before it that nobody had trusted. */
  readonly hasRead: boolean;
  /** The marks of all texts from elsewhere that it had before it. */
  readonly marks: readonly string[];
  readonly at: number;
  /** The number of restarts before it. */
  readonly life: number;
};

/** A rule that Alice made with an answer. `revokedAfter`: the number of calls before its end. */
export type Rule = Always & {readonly of: Made; readonly endsAt: number; revokedAfter: number};

/** The words of Bob's own turn stay with him. */
const kindOf = ({sort, from}: Made): AskKind => (from === 'bob' && sort === 'words' ? 'own' : SORTS[sort].kind);

/** True if the table gives the call to a person. */
export const needsPerson = (ask: AskTable, made: Made): boolean => {
  const {hasRead} = made;
  const time = ask[kindOf(made)];
  return time === 'always' || (time === 'after-reading' && hasRead);
};

/** True if a rule lets the call pass. `latest`: the latest time that any clock has shown before the call. */
export const isCovered = (rule: Rule, made: Made): boolean => {
  const [one, other] = [SORTS[rule.of.sort], SORTS[made.sort]];
  if (
    made.order >= rule.revokedAfter ||
    one.tool !== other.tool ||
    kindOf(rule.of) !== kindOf(made) ||
    rule.endsAt <= made.at
  )
    return false;
  if (rule.here && (rule.of.from === 'bob') !== (made.from === 'bob')) return false;
  // A token stands in each call, so no call is made twice.
  if (rule.scope === 'call' || rule.scope === 'command' || made.hasRead) return false;
  const names = (sort: Sort, token: string) => sort.names(token)[rule.scope];
  const name = names(one, rule.of.token);
  return name !== undefined && name === names(other, made.token);
};
