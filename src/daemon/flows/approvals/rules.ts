// "Always for this": the rule that a person makes with an answer.
import type {Approval, ApprovalRule, RuleScope} from '../../../shared/records/approval.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {fitsPattern} from './decide.ts';

type RuleWish = {
  readonly scope: RuleScope;
  /** A command with `*`, as the person typed it. */
  readonly pattern?: string;
  readonly here?: boolean;
  readonly until?: EpochMs;
  readonly by: string;
  readonly id: ApprovalRule['id'];
  readonly now: EpochMs;
};

/** Throws `refused` with a sentence if the call has nothing that the scope names: a rule covers what was shown. */
export const newRule = (approval: Approval, {scope, pattern, here, until, by, id, now}: RuleWish): ApprovalRule => {
  const {effects, tool, digest, after = [], proposed} = approval;
  if (proposed === true) throw new GatewayError('refused', 'A note is accepted once, and each one is read.');
  const [first] = effects;
  if (first === undefined || effects.some(({kind}) => kind !== first.kind))
    throw new GatewayError('refused', 'It has effects of several kinds; approve it once.');
  if (until !== undefined && until <= now) throw new GatewayError('invalid', 'That date is over.');
  if (after.length > 0 && scope !== 'call' && scope !== 'command')
    throw new GatewayError(
      'refused',
      'It was asked after reading text from elsewhere: only exactly this call can be allowed for good.',
    );
  return {
    id,
    kind: first.kind,
    tool,
    scope,
    allows: scope === 'call' ? [digest] : allowedBy(approval, scope, pattern),
    pattern: pattern?.includes('*') === true ? true : undefined,
    session: here === true ? approval.session : undefined,
    endsAt: until,
    createdAt: now,
    by,
    approval: approval.id,
  };
};

const allowedBy = (
  {effects, after = []}: Approval,
  scope: Exclude<RuleScope, 'call'>,
  pattern: string | undefined,
): readonly string[] => {
  const names = effects.map(({names = {}}) => names[scope]);
  if (names.some(name => name === undefined)) throw new GatewayError('refused', withoutName(effects, scope));
  const named = names.filter(name => name !== undefined);
  if (pattern === undefined) return [...new Set(named)];
  if (scope !== 'command') throw new GatewayError('invalid', 'Only a command can have a *.');
  if (after.length > 0) throw new GatewayError('refused', 'After reading text from elsewhere, a rule has no *.');
  const stars = pattern.split('*').length - 1;
  if (stars > MOST_STARS || pattern.trim() === '*')
    throw new GatewayError('invalid', `Write the command, with at most ${MOST_STARS} * in it.`);
  if (!named.every(name => fitsPattern(pattern, name)))
    throw new GatewayError('invalid', `"${pattern}" does not cover this call.`);
  return [pattern];
};

/** A shell may start further programs, which a rule for the first one would let through. */
const withoutName = (effects: Approval['effects'], scope: RuleScope): string => {
  const commands = effects.flatMap(({names}) => names?.command ?? []);
  if (scope !== 'program' || commands.length === 0) return `This call names no ${scope}.`;
  const what = commands.some(command => /[;&|\n]/u.test(command))
    ? 'This is more than one command'
    : 'A shell may start more than one program here';
  return `${what}, so a rule can't name its program. Allow exactly this command: --always command.`;
};

const MOST_STARS = 3;
