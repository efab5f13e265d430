// Decides whether a call of a tool needs a person. Pure.
import {
  ALLOWED,
  type ApprovalRule,
  type AskTable,
  asksNow,
  countsAfterReading,
  type Effect,
  readAllow,
} from '../../../shared/records/approval.ts';
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
  | {readonly kind: 'refuse'; readonly effects: readonly Effect[]; readonly way: 'nobody' | 'trust'};

export const decide = (
  call: CallFacts,
  {ask, rules, now}: {readonly ask: AskTable; readonly rules: readonly ApprovalRule[]; readonly now: EpochMs},
): Decision => {
  const hasRead = call.after.length > 0;
  const effects = call.effects.filter(({kind}) => asksNow(ask[kind], hasRead));
  if (effects.length === 0) return {kind: 'run'};
  if (!reaches(call.trust, 'inner')) return {kind: 'refuse', effects, way: 'trust'};
  const inForce = rules.filter(rule => isInForce(rule, call, now));
  const covering = effects.map(effect => inForce.find(rule => covers(rule, effect, call)));
  if (covering.every(rule => rule !== undefined)) return {kind: 'allowed', effects, rule: covering[0]?.id};
  if (effects.every(effect => isAllowedBy(call.allow ?? [], effect, call))) return {kind: 'allowed', effects};
  return call.hasPerson ? {kind: 'ask', effects} : {kind: 'refuse', effects, way: 'nobody'};
};

/** True if the rule has no end, or ends later. At its end it no longer counts. */
export const isInTime = ({endsAt}: Pick<ApprovalRule, 'endsAt'>, now: EpochMs): boolean =>
  endsAt === undefined || now < endsAt;

const isInForce = (rule: ApprovalRule, call: Pick<CallFacts, 'tool' | 'session'>, now: EpochMs): boolean =>
  rule.tool === call.tool && (rule.session === undefined || rule.session === call.session) && isInTime(rule, now);

const covers = (rule: ApprovalRule, effect: Effect, {digest, after}: CallFacts): boolean => {
  const {kind, scope, allows, pattern} = rule;
  if (kind !== effect.kind || (after.length > 0 && !countsAfterReading(rule))) return false;
  if (scope === 'call') return allows.includes(digest);
  const name = effect.names?.[scope];
  if (name === undefined) return false;
  return pattern === true ? allows.some(allowed => fitsPattern(allowed, name)) : allows.includes(name);
};

/** True if a pattern such as `git *` covers this command. A star never covers the start of another command. */
export const fitsPattern = (pattern: string, command: string): boolean => {
  if (!pattern.includes('*') || STARTS_MORE.test(command)) return false;
  const parts = pattern.split('*').map(part => part.replaceAll(/[\\^$.|?+()[\]{}]/gu, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`, 'u').test(command);
};

/** Characters with which a shell starts another command, or reads one from elsewhere. */
const STARTS_MORE = /[;&|<>$`\\\n\r(){}!~]/u;

/** A job's file allows what it names, and a command without the sandbox only where it says so. */
const isAllowedBy = (allow: readonly string[], {kind, names}: Effect, {tool, after}: CallFacts): boolean =>
  allow.map(readAllow).some(({scope, name}) => {
    if (scope === 'tool') return name === tool;
    const isWhole = scope === 'command' || scope === 'outside';
    if (after.length > 0 && !isWhole) return false;
    const isOutside = kind === 'outside' && names?.command !== undefined;
    if ((isWhole || scope === 'program') && isOutside !== (scope === 'outside')) return false;
    return names?.[ALLOWED[scope]] === name;
  });
