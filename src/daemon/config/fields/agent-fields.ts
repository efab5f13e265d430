// The agent, its idle runs and its limits, and the reading of times.
import type {Config, TimeConfig} from '../config-schema.ts';
import {between, LOCALE, minutes, model, oneOf, text, timeOfDay, truth, whole} from '../config-values.ts';
import {type ConfigField, maybe, orElse} from './field.ts';
import {list, record} from './field-group.ts';

export const time = (): ConfigField<TimeConfig> =>
  record<TimeConfig>('How times are read.', () => ({
    bareHours: maybe(
      oneOf('What a bare hour of 1 to 6 means, such as "tuesday at 3".', ['afternoon', 'as-said']),
      '"afternoon": 15:00',
    ),
    locale: maybe(
      text(
        'Your language and country: the order of day and month, and the language of answers.',
        'a locale such as "de-DE"',
        LOCALE,
      ),
      'LC_ALL, LC_TIME or LANG of the daemon',
    ),
    morning: maybe(timeOfDay('The time for a day without one, such as "tomorrow".'), '"09:00"'),
    place: maybe(
      record<NonNullable<TimeConfig['place']>>('Your place, for sunrise and sunset.', () => ({
        latitude: between('Degrees north; south is negative.', -90, 90),
        longitude: between('Degrees east; west is negative.', -180, 180),
      })),
      'new reminders by the sun are refused',
    ),
    region: maybe(
      text(
        "The region whose public holidays don't count as working days.",
        'a region such as "DE", "DE-BY" or "US-CA"',
        REGION,
      ),
      'every Monday to Friday is a working day',
    ),
  }));

export const agent = (): ConfigField<Config['agent']> =>
  record<Config['agent']>('The agent.', () => ({
    id: orElse(
      text("The agent's id: the first part of every conversation's key.", 'letters, digits, - and _', AGENT_ID),
      'rooster',
    ),
    model: orElse(model('The model that answers: offline needs no key and no network.'), 'offline'),
    fallbacks: orElse(
      list('Models to try, in order, when the first one cannot answer.', model('A model.'), {
        left: name => `${name} is not tried`,
      }),
      [],
    ),
    contextTokens: maybe(
      whole('The context window, in tokens, for models whose own is unknown.', 1_000, 100_000_000),
      "the model's own window",
    ),
  }));

export const heartbeat = (): ConfigField<Config['heartbeat']> =>
  record<Config['heartbeat']>('The check-in turn in an idle conversation.', () => ({
    enabled: orElse(truth('Whether it runs. It needs a model.'), true),
    idleMinutes: orElse(minutes('It runs after this idle time.'), 4),
    continueMinutes: orElse(minutes('It runs again after this time if the agent wants to continue.'), 30),
  }));

export const reflection = (): ConfigField<Config['reflection']> =>
  record<Config['reflection']>('The turn in which the agent updates its notes.', () => ({
    enabled: orElse(truth('Whether it runs. It needs a model.'), true),
    idleMinutes: orElse(minutes('It runs after this idle time.'), 4),
  }));

export const limits = (): ConfigField<Config['limits']> =>
  record<Config['limits']>('Limits on incoming messages, against runaway senders.', () => ({
    personPerMinute: orElse(perMinute('Messages a minute from one person on a channel.'), 60),
    operatorPerMinute: orElse(perMinute('Messages a minute from the terminal and the command together.'), 1_000),
    injectionsPerMinute: orElse(
      perMinute('Messages a minute from one conversation into others, and from all alarms together.'),
      60,
    ),
    wakesPerDay: orElse(
      whole(
        'How often alarms, timers and other conversations may wake one conversation in a day. More wait.',
        1,
        1_000_000,
      ),
      200,
    ),
  }));

const perMinute = (sentence: string): ConfigField<number> => whole(sentence, 1, 1_000_000);

const REGION = /^[A-Z]{2}(?:-[A-Z\d]{1,6}){0,2}$/u;
const AGENT_ID = /^[a-z0-9][\w-]{0,63}$/iu;
