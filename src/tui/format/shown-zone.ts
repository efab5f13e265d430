// On whose clocks times are shown: on those of the person at the terminal, as the configuration has them, which may be others than
// this machine's. The whole process follows the zone, so that every list, table and heading shows the same clock.
import {DAY, type EpochMs} from '../../shared/time/time.ts';

export type ShownZone = {
  /** Local time is that of the zone from now on; the machine's again without one. */
  readonly follow: (zone: string | undefined) => void;
  /** The zone that is followed, where its clocks differ from the machine's: it is worth naming. */
  readonly name: () => string | undefined;
};

/** `env` is the process's own environment: Node takes a new local zone from its TZ at once. */
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

/** How far local time is from UTC through the year: zones that agree in all of it show the same clock. */
const offsetsFrom = (now: EpochMs): string =>
  [0, 91, 182, 273].map(days => new Date(now + days * DAY).getTimezoneOffset()).join();
