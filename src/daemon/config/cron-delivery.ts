// Reads where a job's result goes: an address, an object with its two parts, or a list of these. One invalid address
// invalidates the job, because delivering only to the others would look right.
import {type Address, addressOf, addressParts, deadAddress} from '../../shared/records/address.ts';
import type {CronDelivery, CronTarget} from './config-schema.ts';
import {oneOf, text} from './config-values.ts';
import {type ConfigField, type FieldContext, type FieldReading, leaf, mistaken, read} from './fields/field.ts';
import {record} from './fields/field-group.ts';

export const cronDelivery = (sentence: string, channels: readonly string[]): ConfigField<CronDelivery> => {
  const target = cronTarget(sentence, channels);
  return {
    ...target,
    writes: WRITES,
    help: key => [{key, sentence, writes: WRITES}, ...target.help(key).slice(1)],
    read: (raw, place) =>
      Array.isArray(raw) ? readAll(raw, target, place) : target.read(raw, {...place, before: undefined}),
  };
};

const cronTarget = (sentence: string, channels: readonly string[]): ConfigField<CronTarget> => {
  const inParts = record<Exclude<CronTarget, string>>(
    sentence,
    () => ({
      channel: oneOf('The channel.', channels),
      target: text('The address on it, or group:<id>.', 'an address on the channel', NO_SPACE),
    }),
    {
      check: parts => {
        const reason = deadAddress(addressOf(parts), channels);
        return reason === undefined ? undefined : {key: 'target', reason};
      },
    },
  );
  const asText = leaf<Address>(sentence, 'an address such as "terminal:default" or "signal:<id>"', raw => {
    const parts = typeof raw === 'string' && NO_SPACE.test(raw) ? addressParts(raw) : undefined;
    if (parts === undefined) return undefined;
    const why = deadAddress(addressOf(parts), channels);
    return why === undefined ? {value: addressOf(parts)} : {why};
  });
  return {
    ...inParts,
    read: (raw, place) =>
      typeof raw === 'string'
        ? asText.read(raw, {...place, before: undefined})
        : inParts.read(raw, {...place, before: undefined}),
  };
};

const readAll = (
  raw: readonly unknown[],
  target: ConfigField<CronTarget>,
  {key, problems}: FieldContext<CronDelivery>,
): FieldReading<CronDelivery> => {
  if (raw.length === 0)
    return mistaken({key, reason: 'It must name an address at least; announce: "none" tells nobody.'});
  const readings = raw.map((item, index) => target.read(item, {key: `${key}[${index}]`, before: undefined, problems}));
  const mistakes = readings.flatMap(reading => (reading.kind === 'mistaken' ? reading.mistakes : []));
  if (mistakes.length > 0) return mistaken(...mistakes);
  return read(readings.flatMap(reading => (reading.kind === 'read' ? [reading.value] : [])));
};

const WRITES = 'an address, an object with its channel and target, or a list of those';
const NO_SPACE = /^\S+$/;
