// The end of a call about which a person was asked, or should have been: in a sentence, and in a word or two.
import {
  type Approval,
  type ApprovalState,
  type ApprovalWay,
  type CallAnswer,
  callAnswer,
  NOBODY_IN_TIME,
} from '../../shared/records/approval.ts';
import {channelFacts} from '../../shared/records/channels.ts';
import {visible} from '../../shared/text/sanitize.ts';
import {elapsed} from './how-long.ts';

/** A note that a reflection proposes has a word of its own. */
export const callOrNote = ({proposed}: Pick<Approval, 'proposed'>): string => (proposed === true ? 'note' : 'call');

/** `approved by alice on Signal after 12s`; of an open one, that it waits. A proposed note was `discarded by alice`. */
export const howAnswered = (item: Parameters<typeof callAnswer>[0] & Pick<Approval, 'proposed'>): string => {
  const isNote = item.proposed === true;
  if (item.state === 'open') return isNote ? 'a proposed note, waits for your yes' : 'waits for your answer';
  const answer = formatAnswer(callAnswer(item), isNote ? NOTE_STATES : undefined);
  return isUnanswered(item) ? `${endWord(item)}: ${answer}` : answer;
};

/** The end of a call in a word or two: `approved`, `denied`, or `not run` if no person said no. */
export const endWord = (item: Pick<Approval, 'state' | 'way' | 'proposed'>): string => {
  const isNote = item.proposed === true;
  if (isUnanswered(item)) return isNote ? 'not written' : 'not run';
  return (isNote ? NOTE_STATES[item.state] : undefined) ?? item.state;
};

const isUnanswered = ({way}: Pick<Approval, 'way'>): boolean => way !== undefined && UNANSWERED.has(way);

const NOTE_STATES: Readonly<Partial<Record<ApprovalState, string>>> = {approved: 'accepted', denied: 'discarded'};

/** The answer to a call about which a person was asked, or should have been. Undefined if a rule or a file gave it. */
export const answeredByPerson = (answer: CallAnswer | undefined): string | undefined =>
  answer === undefined || answer.way === 'rule' || answer.way === 'job' ? undefined : formatAnswer(answer);

const formatAnswer = (
  {state, way, by, afterMs}: CallAnswer,
  states: Readonly<Partial<Record<ApprovalState, string>>> = {},
): string => {
  switch (way) {
    case 'nobody':
      return 'nobody could be asked';
    case 'trust':
      return 'its conversation may not ask';
    case 'deadline':
      return NOBODY_IN_TIME;
    case 'stopped':
      return 'its turn was stopped';
    case 'rule':
      return 'allowed by a rule';
    case 'job':
      return 'allowed by the file of the job';
    default: {
      const where = way === undefined ? '' : ` ${channelFacts(way)?.place ?? `on ${way}`}`;
      return `${states[state] ?? state}${by === undefined ? '' : ` by ${visible(by)}`}${where} after ${elapsed(afterMs)}`;
    }
  }
};

const UNANSWERED: ReadonlySet<ApprovalWay> = new Set(['nobody', 'trust', 'deadline', 'stopped']);
