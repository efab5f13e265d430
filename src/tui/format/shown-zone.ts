// The zone in which times are shown: that of the person at the terminal, from the configuration, which may differ from
// the machine's. The whole process uses it, so that every list, table and heading agrees.
import {DAY, type EpochMs} from '../../shared/time/time.ts';

export type ShownZone = {
  /** Makes this zone the local one; undefined restores the machine's. */
  readonly follow: (zone: string | undefined) => void;
  /** The zone's name if its clocks differ from the machine's. */
  readonly name: () => string | undefined;
};

/** `env` is the process's own environment: Node applies a changed TZ at once. */
export const createShownZone = (env: Record<string, string | undefined>, now: () => EpochMs): ShownZone => {
  const own = env['TZ'];
  let followed: string | undefined;
  let name: string | undefined;
  return {
    follow: zone => {
      if (zone === followed) return;
      followed = zone;
      name = undefined;
      if (own === undefined) delete env['TZ'];
      else env['TZ'] = own;
      if (zone === undefined) return;
      const here = offsetsFrom(now());
      env['TZ'] = zone;
      if (offsetsFrom(now()) !== here) name = zone;
    },
    name: () => name,
  };
};

/** The UTC offsets of local time over the year: zones with equal offsets show the same times. */
const offsetsFrom = (now: EpochMs): string =>
  [0, 91, 182, 273].map(days => new Date(now + days * DAY).getTimezoneOffset()).join();
