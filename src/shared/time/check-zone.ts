// Checks a time zone of a request.
import {GatewayError} from '../text/gateway-error.ts';
import {isZone} from './zone.ts';

/** The same zone. Throws a sentence if it isn't one. */
export const checkZone = (text: string): string => {
  if (isZone(text)) return text;
  throw new GatewayError('invalid', `"${text}" isn't a time zone. Examples: Europe/Berlin, UTC.`);
};
