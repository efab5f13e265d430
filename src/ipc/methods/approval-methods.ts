// The methods about calls that a person has to allow.
import {isRecord} from '../../shared/fields/is-record.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import {
  APPROVAL_STATES,
  type Approval,
  type ApprovalRule,
  ASK_KINDS,
  ASK_TIMES,
  type AskTable,
  type PolicyPreview,
  RULE_SCOPES,
} from '../../shared/records/approval.ts';
import {flag, id, instant, integer, limit, name, oneOf, optional} from '../fields.ts';
import {method, type ParamField, returns} from '../wire/index.ts';

type Always = {
  readonly scope: (typeof RULE_SCOPES)[number];
  readonly pattern?: string | undefined;
  readonly here?: boolean | undefined;
  readonly until?: string | undefined;
};

const changes: ParamField<Partial<AskTable>> = (value, fail) => {
  const expected = `an object of ${ASK_KINDS.join(', ')}, each ${ASK_TIMES.join(', ')}`;
  if (!isRecord(value) || Object.keys(value).some(key => !ASK_KINDS.some(kind => kind === key))) return fail(expected);
  return Object.fromEntries(Object.entries(value).map(([kind, time]) => [kind, oneOf(ASK_TIMES)(time, fail)]));
};

const scope = oneOf(RULE_SCOPES);

const always: ParamField<Always> = (value, fail) => {
  if (!isRecord(value)) return fail('an object with scope, and optionally pattern, here and until');
  const {scope: wanted, pattern, here, until, ...others} = value;
  if (Object.keys(others).length > 0) return fail('an object with scope, and optionally pattern, here and until');
  return {
    scope: scope(wanted, fail),
    pattern: optional(name)(pattern, fail),
    here: optional(flag)(here, fail),
    until: optional(instant)(until, fail),
  };
};

export const APPROVAL_METHODS = {
  /** Newest first. `before`: only those older than this one. */
  'approval.list': method(
    {state: optional(oneOf(APPROVAL_STATES)), limit, before: optional(id('apr'))},
    returns<{approvals: readonly Wire<Approval>[]; more?: boolean}>(),
  ),
  'approval.get': method({id: id('apr')}, returns<Wire<Approval>>()),
  /**
   * The first answer counts; a later one is refused and says which it was. `always` also makes a rule: for exactly this
   * call, or for the command, program, host, recipient or path that it names. `pattern` is a command with `*`.
   */
  'approval.answer': method(
    {id: id('apr'), answer: oneOf(['approve', 'deny'] as const), always: optional(always)},
    returns<Wire<Approval>>(),
  ),
  /** Those in force, oldest first. */
  'approval.rules': method({}, returns<{rules: readonly Wire<ApprovalRule>[]}>()),
  /** The policy with these changes, and what it would have asked in the last days (7). Changes nothing. */
  'approval.policy': method(
    {ask: optional(changes), days: optional(integer(1, 90))},
    returns<{ask: AskTable; deadlineMs: number; preview: Wire<PolicyPreview>}>(),
  ),
  'approval.revoke': method({id: id('rule')}, returns<{revoked: Wire<ApprovalRule>}>()),
};
