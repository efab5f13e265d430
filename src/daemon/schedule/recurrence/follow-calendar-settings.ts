// Follows the user's place and region in the configuration, for rules that depend on them. Holidays take 0.1 s to load,
// so only a configured region loads them.
import type {Problem} from '../../../shared/records/problem.ts';
import type {TimeConfig} from '../../config/config-schema.ts';
import {type HolidayCalendar, loadCalendar} from './holidays.ts';
import type {CalendarSettings} from './occurrences.ts';

type FollowCalendarDeps = {
  readonly time: () => TimeConfig;
  readonly onChange: (listener: () => void) => Disposable;
  /** Called when a changed configuration is in force, with its holidays. @default nothing */
  readonly onApplied?: () => void;
  /** Applying it failed, for example because the disk is full. The next change or start applies it. */
  readonly onFailed: (error: unknown) => void;
};

export type FollowedCalendarSettings = Disposable & {
  readonly current: () => CalendarSettings;
  /** Place and region in force, as text. */
  readonly text: () => string;
  /** Reports an unknown region. */
  readonly problems: () => readonly Problem[];
};

/** Resolves after the holidays are loaded: before that, a holiday would count as a working day. */
export const followCalendarSettings = async ({
  time,
  onChange,
  onApplied,
  onFailed,
}: FollowCalendarDeps): Promise<FollowedCalendarSettings> => {
  let loaded: {readonly region: string | undefined; readonly holidays: HolidayCalendar | undefined} | undefined;
  const load = async (): Promise<void> => {
    const {region} = time();
    if (loaded?.region === region) return;
    const holidays = region === undefined ? undefined : await loadCalendar(region);
    // The region may have changed again during the load.
    if (time().region === region) loaded = {region, holidays};
  };
  await load();
  const following = onChange(() => void load().then(onApplied).catch(onFailed));
  return {
    current: () => ({place: time().place, holidays: loaded?.holidays}),
    text: () => JSON.stringify({place: time().place, region: loaded?.holidays && loaded.region}),
    problems: () => {
      const {region} = time();
      if (region === undefined || loaded?.region !== region || loaded.holidays !== undefined) return [];
      return [
        {
          key: 'time.region',
          reason: `The holidays of "${region}" are unknown. Use a country and its state, such as "DE-BY".`,
          inForce: 'every Monday to Friday is a working day',
        },
      ];
    },
    [Symbol.dispose]: () => following[Symbol.dispose](),
  };
};
