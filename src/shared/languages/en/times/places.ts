// English time zones by place: "9am Tokyo time", "at noon in New York".
import {placeZone} from '../../times/day-meanings.ts';
import {type Form, formAsWritten} from '../../times/time-words.ts';
import {WEEKDAY} from './words.ts';

const WORD = "[\\p{L}.]+(?:['’]s)?";
const words = (count: number): string => Array.from({length: count}, () => WORD).join(' ');
const KIND = '(?:(?:standard|daylight|summer|local) )?time';

const NAMED: readonly Form[] = [4, 3, 2, 1].flatMap(count => [
  formAsWritten(`(?:(?:in|by|at)(?: the)? )?(${words(count)}) ${KIND}`, ([, place = '']) =>
    placeZone(place, `${place.trim()} time`),
  ),
  formAsWritten(`in (${words(count)})`, ([, place = '']) => {
    const meaning = ADJECTIVES.test(place) ? undefined : placeZone(place, place.trim());
    return meaning?.kind === 'zone' ? {...meaning, place: true} : undefined;
  }),
]);

/** "5pm Eastern": the zone without the word "time". */
const SHORT_ZONE = formAsWritten(
  `(?<=\\d ?[ap]\\.?m\\.? |\\d )(?:us )?(eastern|central|mountain|pacific)(?= ?(?:$|[,;:.!?)]|(?:to|on|that|about|tomorrow|today|tonight|this|next|every|each|${WEEKDAY})(?!\\p{L})))`,
  ([, place = '']) => placeZone(place, `${place.trim()} time`),
);

/** These names are zones only before "time": "in central park" isn't a zone. */
const ADJECTIVES =
  /^(?:us |central |eastern |western )?(?:eastern|central|mountain|pacific|british|german|french|italian|swiss|irish|indian|japanese|dutch|universal|zulu|european|east|west|mean|standard)$/iu;

export const PLACES: readonly Form[] = [...NAMED, SHORT_ZONE];
