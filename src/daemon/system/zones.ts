// The system's time zones. Uses Temporal if available, because Intl's first formatter takes 15 ms or more, a third of
// the start.
import {isZone as isZoneOfIntl} from '../../shared/time/zone.ts';

export type Zones = {
  /** The system's time zone, or UTC if it is unusable. */
  readonly system: string;
  /**
   * True if the text is a time zone (`Europe/Berlin`, `UTC`). An offset isn't one, because it has no daylight saving
   * time.
   */
  readonly isZone: (text: string) => boolean;
};

export const systemZones = (): Zones => {
  const system =
    'Temporal' in globalThis ? Temporal.Now.timeZoneId() : new Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Not checked with the API, because the system knows its own zone and the check is slow.
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

/** Temporal also accepts offsets, and timestamps with a zone in brackets. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;
/** ICU's name when it finds no zone. */
const NONE = 'Etc/Unknown';
