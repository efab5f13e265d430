// Approval: one call of a tool that a person has to allow, and what became of it. Rule: what a person allowed for good.

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

/** `after-reading`: only in a turn that has read text from elsewhere. */
export const ASK_TIMES = ['always', 'after-reading', 'never'] as const;
export type AskTime = (typeof ASK_TIMES)[number];

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
  /** The names that a rule can hold, each in its plain form: a whole command line, a program, a host. */
  readonly names?: Readonly<Partial<Record<Exclude<RuleScope, 'call'>, string>>>;
};

export const APPROVAL_STATES = ['open', 'approved', 'denied', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The way of the answer; `nobody`: no person could be asked. */
const APPROVAL_WAYS = ['terminal', 'signal', 'ntfy', 'rule', 'job', 'nobody', 'deadline', 'stopped'] as const;
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
  /** The allowed values, each as an effect names it; a person may have typed `*` in a command. */
  allows: fixed(list(text)),
  /** Only in this conversation. */
  session: optional(fixed(sessionKey)),
  endsAt: optional(fixed(instant)),
  createdAt: fixed(instant),
  by: fixed(text),
  /** The approval with which it was made. */
  approval: fixed(id('apr')),
});
export type ApprovalRule = Infer<typeof approvalRule>;

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

/** The key of the deliveries that ask about it, without the address. */
export const approvalKey = (id: ApprovalId): string => `approval:${id}`;

/** The approval that a delivery with this key asks about. */
export const approvalOfKey = (key: string): ApprovalId | undefined => {
  const [, id] = /^approval:(apr_[\w-]+)@/u.exec(key) ?? [];
  return id as ApprovalId | undefined;
};

/** The tools with effects that a job has. */
export const JOB_TOOLS = ['alarm', 'bash', 'edit_file', 'quiet', 'reminder', 'write_file'] as const;

/** The name that follows the first word of an entry of `allow`, by that word. */
export const ALLOWED = {host: 'host', to: 'recipient', command: 'command', program: 'program', path: 'path'} as const;

/** An entry of `allow` is a tool, or what an effect names: `bash`, `host example.org`, `to bob`, `command npm ci`. */
export const readAllow = (entry: string): {readonly scope: 'tool' | keyof typeof ALLOWED; readonly name: string} => {
  const [, word = '', rest = ''] = /^(\S+)\s+(\S[\s\S]*)$/u.exec(entry.trim()) ?? [];
  const scope = Object.keys(ALLOWED).find(key => key === word) as keyof typeof ALLOWED | undefined;
  return scope === undefined ? {scope: 'tool', name: entry.trim()} : {scope, name: rest.trim()};
};

/** The reason why an entry of `allow` allows nothing, as a sentence. Undefined if it may. */
export const allowFault = (entry: string): string | undefined => {
  const {scope, name} = readAllow(entry);
  if (scope !== 'tool' || JOB_TOOLS.some(tool => tool === name)) return undefined;
  return `"${entry}" is neither a tool with effects (${JOB_TOOLS.join(', ')}) nor one of ${Object.keys(ALLOWED).join(', ')} with a name behind it, such as "host example.org".`;
};
