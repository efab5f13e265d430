// Decides whether a call of a tool needs a person. Pure.
import {ALLOWED, type ApprovalRule, type AskTable, type Effect, readAllow} from '../../../shared/records/approval.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {reaches, type TextLimit, type Trust} from '../../../shared/records/trust.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** A call, and what is known about it before it runs. */
export type CallFacts = {
  readonly tool: string;
  readonly digest: string;
  readonly effects: readonly Effect[];
  /** The trust of its turn. */
  readonly trust: Trust;
  readonly session: SessionKey;
  /** The texts from elsewhere that the turn has read and may not act upon with its own trust. */
  readonly after: readonly TextLimit[];
  /** The entries of `allow` in the file of its job. */
  readonly allow?: readonly string[];
  /** A person can be asked: they wrote the message that the turn answers, and can be reached. */
  readonly hasPerson: boolean;
};

export type Decision =
  | {readonly kind: 'run'}
  /** A rule of a person, or the job's file, allows it. */
  | {readonly kind: 'allowed'; readonly effects: readonly Effect[]; readonly rule?: ApprovalRule['id']}
  | {readonly kind: 'ask'; readonly effects: readonly Effect[]}
  | {readonly kind: 'refuse'; readonly effects: readonly Effect[]};

export const decide = (
  call: CallFacts,
  {ask, rules, now}: {readonly ask: AskTable; readonly rules: readonly ApprovalRule[]; readonly now: EpochMs},
): Decision => {
  const hasRead = call.after.length > 0;
  const effects = call.effects.filter(({kind}) => ask[kind] === 'always' || (ask[kind] === 'after-reading' && hasRead));
  if (effects.length === 0) return {kind: 'run'};
  if (!reaches(call.trust, 'inner')) return {kind: 'refuse', effects};
  const inForce = rules.filter(rule => isInForce(rule, call, now));
  const covering = effects.map(effect => inForce.find(rule => covers(rule, effect, call)));
  if (covering.every(rule => rule !== undefined)) return {kind: 'allowed', effects, rule: covering[0]?.id};
  if (effects.every(effect => isAllowedBy(call.allow ?? [], effect, call))) return {kind: 'allowed', effects};
  return call.hasPerson ? {kind: 'ask', effects} : {kind: 'refuse', effects};
};

const isInForce = (
  {tool, session, endsAt}: ApprovalRule,
  call: Pick<CallFacts, 'tool' | 'session'>,
  now: EpochMs,
): boolean =>
  tool === call.tool && (session === undefined || session === call.session) && (endsAt === undefined || now < endsAt);

/**
 * After reading something from elsewhere only exactly what was shown is covered: a page that knows of the rule could
 * fill everything that it leaves open.
 */
const covers = ({kind, scope, allows}: ApprovalRule, effect: Effect, {digest, after}: CallFacts): boolean => {
  if (kind !== effect.kind) return false;
  if (scope === 'call') return allows.includes(digest);
  if (after.length > 0 && scope !== 'command') return false;
  const name = effect.names?.[scope];
  if (name === undefined) return false;
  if (scope !== 'command') return allows.includes(name);
  return allows.some(allowed => allowed === name || (after.length === 0 && fitsPattern(allowed, name)));
};

/** True if a pattern such as `git *` covers this command. A star never covers the start of another command. */
export const fitsPattern = (pattern: string, command: string): boolean => {
  if (!pattern.includes('*') || STARTS_MORE.test(command)) return false;
  const parts = pattern.split('*').map(part => part.replaceAll(/[\\^$.|?+()[\]{}]/gu, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`, 'u').test(command);
};

/** Characters with which a shell starts another command, or reads one from elsewhere. */
const STARTS_MORE = /[;&|<>$`\\\n\r(){}!~]/u;

const isAllowedBy = (allow: readonly string[], {names}: Effect, {tool, after}: CallFacts): boolean =>
  allow.map(readAllow).some(({scope, name}) => {
    if (scope === 'tool') return name === tool;
    if (after.length > 0 && scope !== 'command') return false;
    return names?.[ALLOWED[scope]] === name;
  });
