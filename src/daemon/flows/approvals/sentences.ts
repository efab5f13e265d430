// Sentences about an approval, for people and the model. No program reads them back.
import {allowHint} from '../../../shared/record-text/call-words.ts';
import {type Approval, type ApprovalWay, type Effect, NOBODY_IN_TIME} from '../../../shared/records/approval.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import {formatOrigins, type TextLimit} from '../../../shared/records/trust.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import {visible} from '../../../shared/text/sanitize.ts';
import {withCapital} from '../../../shared/text/sentences.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import type {Core} from '../../core.ts';

/** `Run npm i left-pad outside the sandbox, after reading example.com.` */
export const effectSentence = (effects: readonly Effect[], after: readonly TextLimit[]): string => {
  const parts = [...new Set(effects.map(({says}) => says))];
  const reading = after.length === 0 ? '' : `, after reading ${formatOrigins(after)}`;
  const text = visible(`${parts.join('; ')}${reading}`);
  const end = text.endsWith('…') ? '' : '.';
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${end}`;
};

/** The output of a call that was not run, for the model. */
export const notRun = (approval: Approval, {source}: Turn): string => {
  const {state, way, by, askedAt, deadlineAt, effect} = approval;
  const what = `Not run. It would ${effect.slice(0, 1).toLowerCase()}${effect.slice(1)}`;
  if (way === 'trust')
    return `${what} It needs a person's yes, and this conversation may not ask for one. Go on without it, and say what was left out.`;
  if (state === 'denied' && way !== 'nobody')
    return `${what} ${by ?? 'The person'} was asked and said no. Don't try another way to the same end; say what you would need it for.`;
  if (way === 'deadline')
    return `${what} ${withCapital(NOBODY_IN_TIME)} (${formatDuration(deadlineAt - askedAt)}). Go on without it, and say so.`;
  if (way === 'stopped') return `${what} The turn was stopped while it waited.`;
  const job = source.kind === 'cron' ? allowHint(approval, 'The person') : '';
  return `${what} It needs a person's yes, and nobody can be asked now.${job} Go on without it, and say what was left out.`;
};

/** A refusal of this answer. Undefined if it counts. */
export const whyNotAnswer = (
  {store, people}: Pick<Core, 'store' | 'people'>,
  {state, way, asks, turnId, proposed}: Approval,
  {by, way: from}: Pick<Approval, 'by' | 'way'>,
): string | undefined => {
  // The socket proves the operator; everybody else is known by their address.
  if (from !== 'terminal' && (by !== asks || people.trustOf(by) !== 'full'))
    return 'Only the person who was asked can answer.';
  if (state === 'expired')
    return way === 'stopped'
      ? 'Its turn was stopped; nothing was run.'
      : `${withCapital(NOBODY_IN_TIME)}; nothing was run.`;
  if (state !== 'open') return `It was already ${state}${way === undefined ? '' : wayText(way)}.`;
  const turn = store.turns.get(turnId);
  // A reflection doesn't wait for the answer to its note.
  if (proposed === true)
    return turn === undefined ? 'Its reflection is no longer stored; nothing was written.' : undefined;
  return turn?.state === 'ended' ? 'Its turn is over; nothing was run.' : undefined;
};

const wayText = (way: ApprovalWay): string => {
  switch (way) {
    case 'terminal':
      return ' at the terminal';
    case 'signal':
    case 'ntfy':
      return ` ${channelFacts(way)?.place ?? ''}`;
    case 'rule':
      return ' by a rule';
    case 'job':
      return ' by the file of its job';
    case 'trust':
      return ', because its conversation may not ask';
    default:
      return ', because nobody could be asked';
  }
};
