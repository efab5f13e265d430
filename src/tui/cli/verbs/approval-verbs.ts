// `rooster approvals`: the verbs for calls of the agent that need a person's answer.
import {APPROVAL_STATES, RULE_SCOPES} from '../../../shared/records/approval.ts';
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {ArgumentSpec, VerbOrNoun} from '../arguments.ts';
import {approve, deny, listApprovals, listRules, revokeRule, showApproval} from '../commands/approvals.ts';
import {ALL, JSON_OUT, LIMIT} from './specs.ts';

const CALL: ArgumentSpec = {name: 'ID', of: 'approval', help: 'the ID or a part of it (see rooster approvals)'};

export const APPROVALS: VerbOrNoun = {
  name: 'approvals',
  help: COMMAND_HELP.approvals,
  otherwise: 'list',
  verbs: [
    {
      name: 'list',
      help: 'list calls of the agent that needed your answer; those that wait come first',
      options: [
        {
          flag: 'state',
          value: 'STATE',
          choices: APPROVAL_STATES,
          help: `only in this state: ${APPROVAL_STATES.join(', ')}`,
        },
        LIMIT,
        ALL,
        JSON_OUT,
      ],
      reads: true,
      run: listApprovals,
    },
    {
      name: 'show',
      help: 'show a call with its exact arguments',
      arguments: [CALL],
      options: [JSON_OUT],
      reads: true,
      run: showApproval,
    },
    {
      name: 'approve',
      help: 'approve a call once, or make a rule for such calls',
      arguments: [CALL],
      options: [
        {flag: 'always', value: 'SCOPE', choices: RULE_SCOPES, help: `make a rule for: ${RULE_SCOPES.join(', ')}`},
        {flag: 'here', help: 'the rule is only for this conversation'},
        {flag: 'until', value: 'WHEN', help: 'the rule ends then: "in a week", 2026-12-24'},
        {flag: 'pattern', value: 'COMMAND', help: 'a command with *, instead of the exact one: "git *"'},
        JSON_OUT,
      ],
      notes: [
        'call: exactly these arguments. command, program, host, recipient, path: what the call names.',
        'Example: rooster approvals approve 5q4574 --always host --here --until "in a week"',
      ],
      run: approve,
    },
    {name: 'deny', help: 'deny a call', arguments: [CALL], options: [JSON_OUT], run: deny},
    {name: 'rules', help: 'list the rules in force', options: [JSON_OUT], reads: true, run: listRules},
    {
      name: 'revoke',
      help: 'revoke a rule: such calls ask again',
      arguments: [{name: 'ID', of: 'rule', help: 'the ID or the end of it (see rooster approvals rules)'}],
      options: [JSON_OUT],
      run: revokeRule,
    },
  ],
};
