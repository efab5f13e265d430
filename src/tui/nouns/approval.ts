// A call that waits for a person's answer, and what became of it, in words: for the card, the reader and the command.
import {isRecord} from '../../shared/fields/is-record.ts';
import type {Approval} from '../../shared/records/approval.ts';
import {formatOrigins} from '../../shared/records/trust.ts';
import {visible} from '../../shared/text/sanitize.ts';
import {elapsed} from '../format/how-long.ts';
import {type Document, dateTime, facts} from './format/document.ts';

/** All of it: who asks, the texts that were read, and each byte that runs. */
export const approvalDocument = (approval: Approval): Document => {
  const {id, tool, digest, effect, after, session, turnId, askedAt, deadlineAt, state, rule} = approval;
  const text = [visible(effect), '', whatRuns(approval), '', 'The exact arguments:', visible(approval.arguments)];
  return {
    title: `call ${id}`,
    facts: facts([
      ['state', howAnswered(approval)],
      ['asked', dateTime(askedAt)],
      ['until', state === 'open' ? dateTime(deadlineAt) : undefined],
      ['tool', visible(tool)],
      ['read before', after === undefined ? undefined : visible(formatOrigins(after))],
      ['in', `${session}, turn ${turnId}`],
      ['SHA-256', digest],
      ['rule', rule],
    ]),
    text: text.join('\n'),
    form: 'code',
  };
};

type End = Pick<Approval, 'state' | 'way' | 'by' | 'askedAt' | 'answeredAt'>;

/** `approved on the phone by alice after 12s`; of an open one, that it waits. */
export const howAnswered = ({state, way, by, askedAt, answeredAt = askedAt}: End): string => {
  if (state === 'open') return 'waits for your answer';
  switch (way) {
    case 'nobody':
      return 'not run: nobody could be asked';
    case 'deadline':
      return 'not run: its time is over';
    case 'stopped':
      return 'not run: its turn was stopped';
    case 'rule':
      return 'allowed by a rule';
    case 'job':
      return 'allowed by the file of the job';
    default: {
      const where = way === undefined ? '' : ` ${way === 'terminal' ? 'at the terminal' : 'on the phone'}`;
      return `${state}${where}${by === undefined ? '' : ` by ${visible(by)}`} after ${elapsed(answeredAt - askedAt)}`;
    }
  }
};

/**
 * The call as text: a command line as it is, otherwise each argument with its name. Nothing in it acts on a terminal.
 */
export const whatRuns = ({arguments: json}: Pick<Approval, 'arguments'>): string => {
  const input = parsed(json);
  if (!isRecord(input)) return visible(json);
  const {command, ...others} = input;
  const isCommand = typeof command === 'string';
  const named = Object.entries(isCommand ? others : input).map(([name, value]) => `${name}: ${argumentText(value)}`);
  return visible([...(isCommand ? [command] : []), ...named].join('\n'));
};

const argumentText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
