// Reads times in words, as the configuration has it.
import type {Environment} from '../../shared/records/places.ts';
import {localeIn} from '../../shared/time/locale.ts';
import type {TimeConfig} from '../config/config-schema.ts';
import type {FindWhen} from '../flows/offline/times.ts';
import type {ReadWords} from '../flows/reminders/read-time.ts';
import {findWhen, resolveWhen} from '../schedule/moments/human-time.ts';
import type {ResolveWhen} from '../schedule/moments/read-moment.ts';
import type {CalendarSettings} from '../schedule/recurrence/occurrences.ts';
import {readSentence, type SentenceContext} from '../schedule/words/index.ts';

export type TimeReaders = {
  /** The configured locale, or that of the environment: `de-DE`. Empty if there is none. */
  readonly locale: () => string;
  readonly resolveWhen: ResolveWhen;
  readonly readWords: ReadWords;
  readonly findWhen: FindWhen;
};

type TimeReadersDeps = {
  /** The daemon's environment: its locale, unless the configuration names one. */
  readonly env: Environment;
  readonly time: () => TimeConfig;
  /** The place for sunrise, and the holidays. */
  readonly calendar: () => CalendarSettings;
};

export const createTimeReaders = ({env, time, calendar}: TimeReadersDeps): TimeReaders => {
  const locale = (): string => timeSettings(env, time()).locale;
  const settled = <T extends Pick<SentenceContext, 'now' | 'zone' | 'locale'>>(context: T) => {
    const settings = timeSettings(env, time());
    return {...settings, ...context, locale: context.locale ?? settings.locale, calendar: calendar()};
  };
  return {
    locale,
    resolveWhen: (text, context) => resolveWhen(text, settled(context)),
    readWords: (text, context) => readSentence(text, settled(context)),
    findWhen: (text, context) => findWhen(text, settled(context)),
  };
};

/** Settings for reading times in words. */
export const timeSettings = (env: Environment, {locale, bareHours, morning}: TimeConfig) => ({
  locale: locale ?? localeIn(env),
  bareHours,
  morning,
});
