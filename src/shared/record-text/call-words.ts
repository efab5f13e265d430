// Sentences about calls for which nobody could be asked, what would allow them, and the words for a rule that does.
import {ALLOWED, type Approval, type ApprovalRule, JOB_TOOLS, type RuleScope, readAllow} from '../records/approval.ts';
import {printableLine, visible} from '../text/sanitize.ts';

/** Rooster's own words about the calls for which nobody could be asked. `by`: a job has a file that can allow them. */
export const refusedCalls = (approvals: readonly Approval[], by: 'job' | 'other'): string =>
  approvals
    .flatMap(approval => {
      const {way, effect} = approval;
      if (way === 'trust') return [`Not run, because its conversation may not ask: ${effect}`];
      const hint = by === 'job' ? allowHint(approval, 'You') : '';
      return way === 'nobody' ? [`Not run, because nobody could be asked: ${effect}${hint}`] : [];
    })
    .join('\n');

/** The narrowest entries of `allow` that let this call run. Nothing, if none would. */
export const allowHint = ({tool, effects, after = []}: Approval, who: string): string => {
  const entries = effects.map(({kind, names = {}}) => {
    const whole: keyof typeof ALLOWED = kind === 'outside' ? 'outside' : 'command';
    const scopes: readonly (keyof typeof ALLOWED)[] = after.length === 0 ? [...ENTRIES, whole] : [whole];
    const named = scopes.flatMap(scope => {
      const name = names[ALLOWED[scope]] ?? '';
      const entry = `${scope} ${name}`;
      return name !== '' && name.length <= LONGEST_ENTRY && readAllow(entry).name === name
        ? [JSON.stringify(entry)]
        : [];
    });
    return named[0] ?? JOB_TOOLS.find(known => known === tool) ?? '';
  });
  if (entries.includes('')) return '';
  return ` ${who} can allow it in the file of the job: allow: [${[...new Set(entries)].join(', ')}].`;
};

const ENTRIES = ['host', 'to', 'path'] as const;
const LONGEST_ENTRY = 100;

export const SCOPE_NAMES: Readonly<Record<RuleScope, string>> = {
  call: 'exactly this call',
  command: 'the command',
  program: 'the program',
  host: 'the host',
  recipient: 'messages to',
  path: 'the path',
};

/** `the command git push` */
export const ruleSubject = ({scope, allows, tool}: Pick<ApprovalRule, 'scope' | 'allows' | 'tool'>): string =>
  printableLine(
    visible(scope === 'call' ? `exactly one call of ${tool}` : `${SCOPE_NAMES[scope]} ${allows.join(', ')}`),
  );

/** `the rule for the command git push in this conversation (rule_1)` */
export const ruleCalled = (rule: ApprovalRule): string =>
  `the rule for ${ruleSubject(rule)}${rule.session === undefined ? '' : ' in this conversation'} (${rule.id})`;
