// The reasons for the end of a connection.
import {assertNever} from '../shared/text/gateway-error.ts';
import {clauseFromOutside, formatReason, type Reason} from '../shared/text/sentences.ts';

export type CloseReason =
  | {readonly kind: 'here'}
  | {readonly kind: 'there'}
  /** The system reported an error. */
  | {readonly kind: 'broken'; readonly error: string}
  /** The other side sent a line above the limit. */
  | {readonly kind: 'too-long'}
  /** The other side said why, in its own sentence. */
  | {readonly kind: 'announced'; readonly message: string}
  /** The program behind the connection ended. */
  | {readonly kind: 'exited'; readonly reason: Reason};

/** As a whole sentence. */
export const formatClose = (close: CloseReason): string =>
  close.kind === 'announced' ? close.message : formatReason(reasonOfClose(close));

export const reasonOfClose = (close: CloseReason): Reason => {
  switch (close.kind) {
    case 'here':
      return {what: 'The connection was closed on this side'};
    case 'there':
      return {what: 'The other side closed the connection'};
    case 'broken':
      return {what: `The connection broke: ${clauseFromOutside(close.error)}`};
    case 'too-long':
      return {what: 'The other side sent a line that is too long to take'};
    case 'announced':
      return {what: clauseFromOutside(close.message)};
    case 'exited':
      return close.reason;
    default:
      return assertNever(close);
  }
};
