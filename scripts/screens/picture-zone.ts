// The zone of the pictures: one where it is the afternoon now, so that the drawn day has a past and a future.

/** The first of these zones in which the hour is between 13 and 16, otherwise the one nearest to that. */
export const afternoonZone = (now: Date): string => {
  const distance = (zone: string): number => Math.max(0, Math.abs(hourIn(zone, now) - MIDDLE) - 1.5);
  return ZONES.reduce((best, zone) => (distance(zone) < distance(best) ? zone : best));
};

const hourIn = (zone: string, now: Date): number => {
  const [hour = 0, minute = 0] = now
    .toLocaleTimeString('en-GB', {timeZone: zone, hour: '2-digit', minute: '2-digit'})
    .split(':')
    .map(Number);
  return hour + minute / 60;
};

const ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Denver', 'America/Los_Angeles'],
  ...['Pacific/Honolulu', 'Pacific/Auckland', 'Australia/Sydney', 'Asia/Tokyo', 'Asia/Kolkata', 'Asia/Dubai'],
] as const;
const MIDDLE = 14.5;

export const PICTURE_ZONE = afternoonZone(new Date());
