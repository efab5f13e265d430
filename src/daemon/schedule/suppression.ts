// Sentinels: the words by which a scheduled turn says that there is nothing to tell. Pure, exact, and a table in its test:
// - the whole text is a sentinel, bare or in `**`, `*`, `_` or backticks: suppressed;
// - a sentinel at the start or the end is taken off, with the `. , ; :` and spaces beside it; nothing left: suppressed;
// - a sentinel in mid-sentence, in other letters or in quotes is a word like any other (but see withoutSentinels).
// A heartbeat has two rules more: `HEARTBEAT_OK` with a short remark beside it is no report, and whatever is reported has none of
// these words in it. `HEARTBEAT_CONTINUE` with words beside it is a report.

import {SENTINELS} from '../../shared/text/sentinels.ts';

export type Finding =
  | {readonly kind: 'suppressed'; readonly comeBack: boolean}
  | {readonly kind: 'report'; readonly text: string};

/** What a scheduled turn's reply amounts to. `comeBack`: the agent wants to be asked again later (`HEARTBEAT_CONTINUE`). */
export const readFinding = (reply: string): Finding => {
  const whole = unwrapped(reply.trim());
  if (isSentinel(whole)) return {kind: 'suppressed', comeBack: whole === CONTINUE};
  const text = reply.trim().replace(LEADING, '').replace(TRAILING, '').trim();
  return text === '' ? {kind: 'suppressed', comeBack: reply.includes(CONTINUE)} : {kind: 'report', text};
};

/** The same for a heartbeat's reply; one that says nothing has nothing to tell. */
export const readHeartbeat = (reply: string): Finding => {
  const finding = readFinding(reply);
  if (finding.kind === 'suppressed') return finding;
  const said = reply.trim();
  const isOk = (LEADING.exec(said)?.[0].includes(OK) ?? false) || (TRAILING.exec(said)?.[0].includes(OK) ?? false);
  const text = withoutSentinels(finding.text);
  return !SAYS_SOMETHING.test(text) || (isOk && finding.text.length <= LONGEST_REMARK)
    ? {kind: 'suppressed', comeBack: false}
    : {kind: 'report', text};
};

/** No sentinel reaches a person in what an agent says, wherever it stands in it. */
export const withoutSentinels = (text: string): string =>
  ANYWHERE.test(text) ? text.replaceAll(ANYWHERE_ALL, '').trim() : text;

const unwrapped = (text: string): string => WRAPPED.exec(text)?.[2] ?? text;
const isSentinel = (text: string): boolean => SENTINELS.some(sentinel => sentinel === text);

const CONTINUE = 'HEARTBEAT_CONTINUE';
const OK = 'HEARTBEAT_OK';
const ANY = SENTINELS.join('|');
const WRAPPED = /^(\*\*|\*|_|`)([A-Z_]+)\1$/u;
const LEADING = new RegExp(`^(?:(?:\\*\\*|\\*|\`)?(?:${ANY})(?:\\*\\*|\\*|\`)?[\\s.,;:]*)+(?![A-Z_])`, 'u');
/** It begins only where such a run of signs begins: from each sign of a long one, it would take the square of its length. */
const TRAILING = new RegExp(
  `(?:(?<![\\s.,;:])(?:[\\s.,;:]+|(?<![A-Z_]))(?:\\*\\*|\\*|\`)?(?:${ANY})(?:\\*\\*|\\*|\`)?[\\s.]*)+$`,
  'u',
);
const ANYWHERE = new RegExp(ANY, 'u');
const ANYWHERE_ALL = new RegExp(`(?:\\*\\*|\\*|\`)?(?:${ANY})(?:\\*\\*|\\*|\`)?`, 'gu');
const SAYS_SOMETHING = /[^\s*_`~"'.,;:-]/u;
/** Characters beside `HEARTBEAT_OK` up to which they are a remark and no report. */
const LONGEST_REMARK = 300;
