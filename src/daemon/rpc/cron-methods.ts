// The methods about scheduled jobs and the calendar.
import type {HandlersOf} from '../../ipc/method-table.ts';
import {toWire} from '../../shared/fields/wire.ts';
import {checkZone} from '../../shared/time/check-zone.ts';
import {DAY, instantOfIso, isoOf} from '../../shared/time/time.ts';
import {type Actor, changerOf} from '../routing/actor.ts';
import type {RpcMethodsDeps} from './services.ts';

export const cronMethods = (
  {core: {clock}, cron, cronEditor, cronRead, calendar}: RpcMethodsDeps,
  actor: () => Actor,
): HandlersOf<'cron' | 'calendar'> => {
  const whenRead = async <T>(answer: () => T | Promise<T>): Promise<T> => {
    await cronRead();
    return await answer();
  };

  return {
    'cron.list': () => whenRead(() => toWire(cron.list())),
    'cron.get': ({name}) => whenRead(() => toWire(cron.get(name))),
    'cron.run': ({name, dry = false, force = false}) =>
      whenRead(() => (dry ? {dry: cron.dryRun(name)} : {runId: cron.runNow(name, {force})})),
    'cron.create': request => whenRead(async () => toWire(await cronEditor.create(request, actor()))),
    'cron.edit': ({name, ...change}) =>
      whenRead(async () => toWire(await cronEditor.edit(name, change, changerOf(actor())))),
    'cron.remove': ({name}) => whenRead(() => cronEditor.remove(name, changerOf(actor()))),
    'cron.enable': ({name, enabled = true}) =>
      whenRead(async () =>
        toWire(await cronEditor.edit(name, enabled ? {unset: ['enabled']} : {enabled}, changerOf(actor()))),
      ),
    'cron.source': ({name}) => whenRead(() => cronEditor.source(name)),
    'cron.pause': ({name, until}) => whenRead(async () => toWire(await cron.pauseJob(name, until, changerOf(actor())))),
    'cron.resume': ({name}) => whenRead(() => toWire(cron.resumeJob(name, changerOf(actor())))),
    'cron.preview': async ({expression, timezone = 'UTC', count = 5}) => {
      const {instants, schedule} = await cronEditor.preview(expression, checkZone(timezone), count);
      return {instants: instants.map(isoOf), schedule};
    },

    'cron.windows': ({until}) => {
      const end = until === undefined ? undefined : instantOfIso(until);
      const {occurrences, more} = cron.occurrencesUntil(end ?? clock.now() + 2 * DAY);
      return toWire({windows: occurrences, more});
    },

    'calendar.export': () => whenRead(() => calendar.export()),
    'calendar.import': ({ics, confirm = false}) => calendar.import({ics, isConfirmed: confirm}, actor()),
  };
};
