// The machine's time zones. Asked of Temporal where there is one: the first formatter of Intl costs 15 ms or more, which is
// a third of the daemon's start.
import {isZone as isZoneOfIntl} from '../../shared/time/zone.ts';

export type Zones = {
  /** The system's own zone, UTC where it has none that can be used. */
  readonly system: string;
  /** Whether the text names a zone (`Europe/Berlin`, `UTC`). An offset is no zone: it does not know about summer. */
  readonly isZone: (text: string) => boolean;
};

export const systemZones = (): Zones => {
  const system =
    'Temporal' in globalThis ? Temporal.Now.timeZoneId() : new Intl.DateTimeFormat().resolvedOptions().timeZone;
  // It knows the zone that it names itself: asking whether it does takes as long as asking for it.
  return {system: NAME.test(system ?? '') && system !== NONE ? system : 'UTC', isZone};
};

const isZone = (text: string): boolean => {
  if (!NAME.test(text)) return false;
  if (!('Temporal' in globalThis)) return isZoneOfIntl(text);
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
};

/** Temporal also takes offsets, and whole timestamps with a zone in brackets. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;
/** What ICU says where it can find none. */
const NONE = 'Etc/Unknown';
