// Splits a message with several reminders: "at 5 to call Bob and at 6 to feed the cat", a list, or one text at two
// times. Pure.
import type {Moment, Order} from './intent.ts';
import type {TimeReader} from './times.ts';

/** Two or more requests in text order. Undefined if the text seems to hold a single request. */
export const splitOrders = (text: string, times: TimeReader): readonly Order[] | undefined => {
  if (text.length > LONGEST || /["“”]/u.test(text)) return undefined;
  const clauses = grouped(text.replaceAll(ONE_LENGTH, '$1 $2').split(JOINTS), times);
  if (clauses.length < 2 || clauses.length > MOST) return undefined;
  // "every mon, wed and fri" is one series. Two series have a text each.
  const isSeries = clauses.some(({moment}) => moment.repeats === true);
  if (isSeries && !clauses.every(({moment, message}) => moment.repeats === true && message !== '')) return undefined;
  if (clauses.filter(({message}) => message !== '').length === 1 && isReadOtherwise(clauses, times.find(text)))
    return undefined;
  const orders: Order[] = [];
  let waiting: Moment[] = [];
  for (const {moment, message} of clauses) {
    if (message === '') {
      waiting.push(moment);
      continue;
    }
    orders.push(...[...waiting, moment].map(each => ({moment: each, message})));
    waiting = [];
  }
  const [first] = orders;
  if (first === undefined) return undefined;
  // "call Bob at 5 and at 6": a time without a text takes the previous text.
  orders.push(...waiting.map(moment => ({moment, message: orders.at(-1)?.message ?? first.message})));
  return orders.length < 2 ? undefined : orders;
};

/** "monday and friday at 7pm": the time belongs to both days, and only the whole sentence shows that. */
const isReadOtherwise = (clauses: readonly Clause[], whole: ReturnType<TimeReader['find']>): boolean =>
  whole?.also !== undefined &&
  whole.also.length + 1 >= clauses.length &&
  ![whole.moment, ...whole.also].every(({at}) => clauses.some(({moment}) => moment.at === at));

type Clause = Order & {readonly text: string; readonly leads: boolean};

/**
 * Joins pieces until each has a time. All must have the time on the same side, or the "and" belongs to the reminder
 * text.
 */
const grouped = (pieces: readonly string[], times: TimeReader): readonly Clause[] => {
  const clauses: Clause[] = [];
  let open = '';
  for (let index = 0; index < pieces.length; index += 2) {
    const joint = pieces[index - 1] ?? '';
    const piece = pieces[index] ?? '';
    const last = clauses.at(-1);
    const text = open === '' ? piece : `${open}${joint}${piece}`;
    const clause = clauseOf(text, times);
    if (clause !== undefined && (last === undefined || alike(last, clause))) {
      clauses.push(clause);
      open = '';
    } else if (last?.leads === true && last.message !== '') {
      const longer = clauseOf(`${last.text}${joint}${piece}`, times);
      if (longer?.moment.words !== last.moment.words) return [];
      clauses.splice(-1, 1, longer);
    } else {
      open = text;
    }
  }
  return open.trim() === '' ? clauses : [];
};

const alike = (one: Clause, other: Clause): boolean =>
  one.leads === other.leads || one.message === '' || other.message === '';

const clauseOf = (piece: string, times: TimeReader): Clause | undefined => {
  const text = piece.replace(EDGE_FIRST, '').replace(/[\s,;]+$/u, '');
  const found = times.find(text);
  if (found === undefined || found.moment.at <= times.now) return undefined;
  const position = text.toLowerCase().indexOf(found.moment.words.toLowerCase());
  const before = text.slice(0, Math.max(0, position)).replace(LEAD, '');
  const after = text.slice(position + found.moment.words.length);
  const leads = /^\W*$/u.test(before);
  const ends = /^[\s.!]*$/u.test(after);
  if (!leads && (!ends || STATES.test(before))) return undefined;
  return {text, moment: found.moment, message: found.rest.trim().replace(AGAIN, ''), leads};
};

/** "2 hours and 30 minutes" is one duration: the second unit is smaller. */
const ONE_LENGTH =
  /(\b(?:\d+|an?|one|two|three|four|five|six)\s*(?:h|hrs?|hours?|days?|weeks?))\s+and\s+((?:\d+|an?|one|five|ten|twenty|thirty)\s*(?:m|mins?|minutes?|s|secs?|seconds?)\b)/giu;
const JOINTS =
  /(?<=\S)((?:\s*[,;]\s*(?:and\s+|then\s+)*|\s+(?:and|then)\s+(?:then\s+|also\s+)*|\s*\n\s*)(?:(?:please\s+)?remind me(?:\s+again)?\s+)?)/iu;
const EDGE_FIRST = /^(?:[\s,;•*-]+|(?:and|then|also)\s+)+/iu;
const LEAD =
  /^.*?\b(?:remind (?:me|us)|wake me(?: up)?|reminders?(?: for)?|timers?(?: for)?|alarms?(?: for)?)\b[\s,:]*/iu;
/** "that lunch is at 12": the time belongs to the reminder text. */
const STATES = /\b(?:is|are|was|starts?|begins?|opens?|closes?|ends?|leaves?|arrives?)\s+(?:at\s+|on\s+)?$/iu;
/** "and again in two hours": the same text once more. */
const AGAIN = /^(?:again|once more|noch ?mals?|noch einmal|wieder)$/iu;
const LONGEST = 1_000;
const MOST = 12;
