// Approval: one call of a tool that a person has to allow, and what became of it. Rule: what a person allowed for good.

import {nearestWord} from '../text/nearest-word.ts';
import type {EpochMs} from '../time/time.ts';
import {fixed, flag, type Infer, id, instant, json, list, oneOf, optional, record, sessionKey, text} from './record.ts';
import type {TextLimit} from './trust.ts';

/**
 * The kinds of effects that the policy can give to a person. `outside`: beyond the sandbox. `messages`: to somebody
 * who is not in the conversation. `hooks`: a request to another program. `jobs`: a job or an alarm that may do more
 * than the turn. `rules`: the agent's own standing rules. `fetch`: a page whose address the model made up. `own`:
 * everything else, such as reminders and files of the workspace.
 */
export const ASK_KINDS = ['outside', 'messages', 'mail', 'hooks', 'jobs', 'rules', 'fetch', 'own'] as const;
export type AskKind = (typeof ASK_KINDS)[number];

/** Each kind as a part of a sentence. */
export const ASK_MEANS: Readonly<Record<AskKind, string>> = {
  outside: 'a command beyond the sandbox: a path, a host, or all of it',
  messages: 'a message to somebody who is not in the conversation',
  mail: 'a mail to somebody who is not in the conversation',
  hooks: 'a request to another program',
  jobs: 'a job that runs commands, or is for somebody else',
  rules: "the agent's own rules: AGENTS.md, HEARTBEAT.md, TOOLS.md, cron/",
  fetch: 'a page whose address the agent made up',
  own: 'everything else with effects: reminders, notes, files',
};

/** `after-reading`: only in a turn that has read text from elsewhere. */
export const ASK_TIMES = ['always', 'after-reading', 'never'] as const;
export type AskTime = (typeof ASK_TIMES)[number];

/** True if a call asks. `hasRead`: its turn has read text from elsewhere. */
export const asksNow = (time: AskTime, hasRead: boolean): boolean =>
  time === 'always' || (time === 'after-reading' && hasRead);

/** When each kind of effect asks, as the configuration says it. */
export type AskTable = Readonly<Record<AskKind, AskTime>>;

/** The parts of a call that a rule can name, most exact first. `call`: exactly these arguments. */
export const RULE_SCOPES = ['call', 'command', 'program', 'host', 'recipient', 'path'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

/** One effect of a call, as the tool that would have it says it. */
export type Effect = {
  readonly kind: AskKind;
  /** The effect as the second part of "The agent wants to …". */
  readonly says: string;
  /** The reason to ask, where the effect alone doesn't show it: as a sentence. */
  readonly because?: string;
  /** The names that a rule can hold, each in its plain form: a whole command line, a program, a host. */
  readonly names?: Readonly<Partial<Record<Exclude<RuleScope, 'call'>, string>>>;
};

export const APPROVAL_STATES = ['open', 'approved', 'denied', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The way of the answer; `nobody`: no person could be asked. `trust`: its conversation may not ask. */
const APPROVAL_WAYS = ['terminal', 'signal', 'ntfy', 'rule', 'job', 'nobody', 'trust', 'deadline', 'stopped'] as const;
export type ApprovalWay = (typeof APPROVAL_WAYS)[number];

export const approval = record('approvals', {
  id: fixed(id('apr')),
  session: fixed(sessionKey),
  turnId: fixed(id('turn')),
  callId: fixed(text),
  tool: fixed(text),
  /** The arguments of the call as JSON: these bytes are shown, hashed and run. */
  arguments: fixed(text),
  /** SHA-256 of tool and arguments, in hex. */
  digest: fixed(text),
  /** The effects in one sentence. */
  effect: fixed(text),
  /** The parts of the effect for which a person is needed. */
  effects: fixed(json<readonly Effect[]>(Array.isArray)),
  /** The texts from elsewhere that the turn had read. */
  after: optional(fixed(json<readonly TextLimit[]>(Array.isArray))),
  /** The person who is asked. */
  asks: fixed(text),
  askedAt: fixed(instant),
  deadlineAt: fixed(instant),
  state: oneOf(APPROVAL_STATES),
  answeredAt: optional(instant),
  /** The person who answered. */
  by: optional(text),
  way: optional(oneOf(APPROVAL_WAYS)),
  /** The rule that answered, or that was made with the answer. */
  rule: optional(text),
  /** A note of a reflection that had read text from elsewhere. Its turn does not wait: a yes writes it later. */
  proposed: flag,
  /** The language of the question on the phone: `de`. Absent for English. */
  language: optional(fixed(text)),
  /** The output of an accepted proposal, once it is written. */
  result: optional(text),
});
export type Approval = Infer<typeof approval>;
export type ApprovalId = Approval['id'];

export const approvalRule = record('approvalRules', {
  id: fixed(id('rule')),
  kind: fixed(oneOf(ASK_KINDS)),
  tool: fixed(text),
  scope: fixed(oneOf(RULE_SCOPES)),
  /** The allowed values, each as an effect names it, or a command with `*`. */
  allows: fixed(list(text)),
  /** A person typed the command with `*`. In any other rule a `*` is the character itself. */
  pattern: fixed(flag),
  /** Only in this conversation. */
  session: optional(fixed(sessionKey)),
  endsAt: optional(fixed(instant)),
  createdAt: fixed(instant),
  by: fixed(text),
  /** The approval with which it was made. */
  approval: fixed(id('apr')),
});
export type ApprovalRule = Infer<typeof approvalRule>;

/**
 * After reading something from elsewhere only exactly what was shown is covered: a page that knows of the rule could
 * fill everything that it leaves open.
 */
export const countsAfterReading = ({scope, pattern}: Pick<ApprovalRule, 'scope' | 'pattern'>): boolean =>
  scope === 'call' || (scope === 'command' && pattern !== true);

/** The answer to the question about a call, and how long after it. */
export type CallAnswer = Pick<Approval, 'state' | 'way' | 'by'> & {readonly afterMs: number};

export const callAnswer = ({
  state,
  way,
  by,
  askedAt,
  answeredAt = askedAt,
}: Omit<CallAnswer, 'afterMs'> & Pick<Approval, 'askedAt' | 'answeredAt'>): CallAnswer => ({
  state,
  way,
  by,
  afterMs: answeredAt - askedAt,
});

/** A dry run of a policy over the calls since an instant. `refused`: because nobody was there. */
export type PolicyPreview = {
  readonly since: EpochMs;
  readonly calls: number;
  readonly asked: number;
  /** Of those asked, the ones between 22:00 and 7:00 where the person lives. */
  readonly atNight: number;
  readonly refused: number;
  readonly byKind: readonly {readonly kind: AskKind; readonly asked: number}[];
};

/** The proposed notes come last: nothing waits for them. Otherwise the order stays. */
export const callsFirst = (open: readonly Approval[]): readonly Approval[] => [
  ...open.filter(({proposed}) => proposed !== true),
  ...open.filter(({proposed}) => proposed === true),
];

/** The end of a question at its deadline, in the words of every screen. */
export const NOBODY_IN_TIME = 'nobody answered in time';

/** The key of the deliveries that ask about it, without the address. */
export const approvalKey = (id: ApprovalId): string => `approval:${id}`;

/** The approval that a delivery with this key asks about. */
export const approvalOfKey = (key: string): ApprovalId | undefined => {
  const [, id] = /^approval:(apr_[\w-]+)@/u.exec(key) ?? [];
  return id as ApprovalId | undefined;
};

/** The tools with effects that a job has. */
export const JOB_TOOLS = ['alarm', 'bash', 'edit_file', 'quiet', 'reminder', 'write_file'] as const;

/**
 * The name that follows the first word of an entry of `allow`, by that word. `command` and `program` allow nothing
 * without the sandbox; that is `outside`.
 */
export const ALLOWED = {
  host: 'host',
  to: 'recipient',
  command: 'command',
  outside: 'command',
  program: 'program',
  path: 'path',
} as const;

/** An entry of `allow` is a tool, or what an effect names: `bash`, `host example.org`, `to bob`, `command npm ci`. */
export const readAllow = (entry: string): {readonly scope: 'tool' | keyof typeof ALLOWED; readonly name: string} => {
  const [, word = '', rest = ''] = /^(\S+)\s+(\S[\s\S]*)$/u.exec(entry.trim()) ?? [];
  const scope = Object.keys(ALLOWED).find(key => key === word) as keyof typeof ALLOWED | undefined;
  return scope === undefined ? {scope: 'tool', name: entry.trim()} : {scope, name: rest.trim()};
};

/** The calls that an entry of `allow` lets a job make, as a part of a sentence. */
export const allowMeans = (entry: string): string => {
  const {scope, name} = readAllow(entry);
  switch (scope) {
    case 'tool':
      return name === 'bash' ? 'any command, also without the sandbox' : `any call of ${name}`;
    case 'host':
      return `commands that reach ${name}`;
    case 'to':
      return `messages to ${name}`;
    case 'command':
      return `"${name}" in the sandbox only`;
    case 'outside':
      return `"${name}" without the sandbox`;
    case 'program':
      return `any simple command of ${name} in the sandbox only`;
    case 'path':
      return `changes of ${name}`;
  }
};

/** The reason why entries of `allow` allow nothing, with each of them. Undefined if all may. */
export const allowFault = (entries: readonly string[]): string | undefined => {
  const wrong = entries.filter(entry => {
    const {scope, name} = readAllow(entry);
    return scope === 'tool' && !JOB_TOOLS.some(tool => tool === name);
  });
  if (wrong.length === 0) return undefined;
  const each = wrong.map(entry => {
    const [word = '', ...rest] = entry.trim().split(/\s+/u);
    const near = rest.length === 0 ? nearestWord(word, JOB_TOOLS) : nearestWord(word, Object.keys(ALLOWED));
    const meant = near === undefined ? '.' : `: did you mean "${[near, ...rest].join(' ')}"?`;
    return `"${entry}" allows nothing${meant}`;
  });
  return `${each.join(' ')} Write a tool with effects (${JOB_TOOLS.join(', ')}), or one of ${Object.keys(ALLOWED).join(', ')} with a name behind it, such as "host example.org".`;
};
