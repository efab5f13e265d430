// The time zone of a place by its common name: "Tokyo", "new york", "Eastern", "UK". The last part of each IANA name is
// known; a table adds other big cities, countries with one zone, and regions.
import {isZone} from './zone.ts';

/** The zone of a place; undefined for an unknown place or one with several zones. */
export const zoneOfPlace = (place: string): string | undefined => {
  const name = place.trim().toLowerCase().replaceAll('.', '').replaceAll(/\s+/gu, ' ');
  if (name === '' || name.length > LONGEST_NAME || NO_PLACES.has(name)) return undefined;
  const named = PLACES.get(name) ?? lastNames().get(name);
  return named ?? (name.includes('/') && isZone(place.trim()) ? place.trim() : undefined);
};

/**
 * City names from IANA names (`Asia/Tokyo` is Tokyo's). Built on first use: there are four hundred, and they are rarely
 * needed.
 */
const lastNames = (): ReadonlyMap<string, string> => {
  if (byLastName.size === 0) {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const name = zone.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase();
      if (name !== undefined && zone.includes('/')) byLastName.set(name, zone);
    }
  }
  return byLastName;
};

const byLastName = new Map<string, string>();
const LONGEST_NAME = 40;

/** Zones whose name usually means something else. */
const NO_PLACES: ReadonlySet<string> = new Set(['christmas', 'easter', 'reunion', 'midway', 'center', 'troll', 'wake']);

const PLACES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['UTC', 'utc', 'gmt', 'zulu', 'universal', 'coordinated universal', 'greenwich', 'greenwich mean'],
      [
        'America/New_York',
        'eastern',
        'us eastern',
        'nyc',
        'east coast',
        'boston',
        'washington',
        'washington dc',
        'miami',
        'atlanta',
        'philadelphia',
      ],
      ['America/Chicago', 'central', 'us central', 'dallas', 'houston', 'austin'],
      ['America/Denver', 'mountain', 'us mountain', 'salt lake city'],
      [
        'America/Los_Angeles',
        'pacific',
        'us pacific',
        'west coast',
        'la',
        'california',
        'san francisco',
        'seattle',
        'san diego',
        'portland',
        'las vegas',
      ],
      ['Pacific/Honolulu', 'hawaii'],
      ['America/Anchorage', 'alaska'],
      ['America/Toronto', 'montreal', 'ottawa'],
      ['America/Sao_Paulo', 'são paulo', 'rio', 'rio de janeiro'],
      ['America/Argentina/Buenos_Aires', 'argentina'],
      ['Europe/London', 'uk', 'british', 'england', 'scotland', 'edinburgh', 'manchester'],
      ['Europe/Dublin', 'ireland', 'irish'],
      ['Europe/Berlin', 'central european', 'germany', 'german', 'munich', 'hamburg', 'frankfurt', 'cologne'],
      ['Europe/Paris', 'france', 'french', 'lyon'],
      ['Europe/Rome', 'italy', 'italian', 'milan'],
      ['Europe/Madrid', 'barcelona'],
      ['Europe/Zurich', 'zürich', 'switzerland', 'swiss', 'geneva', 'bern', 'basel'],
      ['Europe/Vienna', 'austria'],
      ['Europe/Amsterdam', 'netherlands', 'dutch'],
      ['Europe/Stockholm', 'sweden'],
      ['Europe/Oslo', 'norway'],
      ['Europe/Copenhagen', 'denmark'],
      ['Europe/Helsinki', 'finland', 'eastern european'],
      ['Europe/Athens', 'greece'],
      ['Europe/Warsaw', 'poland', 'krakow'],
      ['Europe/Kyiv', 'kyiv', 'ukraine'],
      ['Europe/Istanbul', 'turkey'],
      ['Asia/Jerusalem', 'israel', 'tel aviv'],
      ['Asia/Dubai', 'uae', 'abu dhabi'],
      [
        'Asia/Kolkata',
        'india',
        'indian',
        'kolkata',
        'mumbai',
        'delhi',
        'new delhi',
        'bangalore',
        'bengaluru',
        'chennai',
        'hyderabad',
      ],
      ['Asia/Ho_Chi_Minh', 'ho chi minh city', 'saigon', 'vietnam', 'hanoi'],
      ['Asia/Bangkok', 'thailand'],
      ['Asia/Shanghai', 'china', 'beijing', 'shenzhen', 'guangzhou'],
      ['Asia/Hong_Kong', 'hk'],
      ['Asia/Tokyo', 'japan', 'japanese', 'osaka', 'kyoto'],
      ['Asia/Seoul', 'korea', 'south korea'],
      ['Australia/Sydney', 'canberra'],
      ['Pacific/Auckland', 'new zealand', 'wellington'],
      ['Africa/Johannesburg', 'south africa', 'cape town'],
    ] as const
  ).flatMap(([zone, ...names]) => names.map(name => [name, zone] as const)),
);
