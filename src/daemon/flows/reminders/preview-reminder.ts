// Previews a reminder text without storing anything: its time, recurrence, next instants and message.
import {present} from '../../../shared/fields/present.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import {checkZone} from '../../../shared/time/check-zone.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {type Instants, SHOWN_AHEAD} from '../../schedule/series/advance.ts';
import type {Ask, ReadSentence} from '../../schedule/words/reading.ts';
import {noFutureDates} from './read-repeat.ts';
import type {ReadWords} from './read-time.ts';

export type PreviewRequest = {
  readonly when: string;
  readonly zone?: string;
  readonly user?: string;
  readonly now?: EpochMs;
  /** The reminder whose time it would be: its zone counts. */
  readonly id?: ReminderId;
};

type PreviewDeps = {readonly readWords: ReadWords; readonly instants: Instants};

export const previewOf = async (
  {
    when,
    zone,
    now,
    locale,
  }: {readonly when: string; readonly zone: string; readonly now: EpochMs; readonly locale?: string},
  {readWords, instants}: PreviewDeps,
): Promise<ReminderPreview> => {
  checkZone(zone);
  if (now < EARLIEST || now > LATEST) throw new GatewayError('invalid', '"now" must lie in the years 1970 to 2200.');
  const reading = await readWords(when.trim(), {now, zone, ...present({locale})});
  if (reading.kind === 'unused')
    throw new GatewayError('invalid', reading.reason, reading.isNamed ? {} : {fault: 'no-time'});
  if (reading.kind === 'nothing') {
    throw new GatewayError('invalid', `"${when}" says no time. Examples: "in 20 minutes", "every weekday at 8".`, {
      fault: 'no-time',
    });
  }
  await instants.load();
  return shown(reading, now, instants);
};

const shown = (reading: ReadSentence, now: EpochMs, instants: Instants): ReminderPreview => {
  const {when, text, zone, note, ask, also} = reading;
  const repeat = reading.repeat && {...reading.repeat, words: instants.say(reading.repeat)};
  const next = repeat === undefined ? [reading.fireAt] : instants.after(repeat, now, SHOWN_AHEAD);
  const [fireAt] = next;
  if (fireAt === undefined) throw noFutureDates(`"${when}"`);
  if (fireAt <= now) throw new GatewayError('invalid', `"${when}" is in the past. Choose a later time.`);
  return {
    fireAt,
    next,
    when,
    text,
    zone,
    ...present({repeat, note, ask: ask && askOf(ask), also: also?.map(one => shown(one, now, instants))}),
  };
};

const askOf = ({question, choices}: Ask): NonNullable<ReminderPreview['ask']> => ({
  question,
  choices: choices.map(({label, when}) => ({label, when})),
});

const EARLIEST = 0;
const LATEST = Date.UTC(2201, 0, 1);
