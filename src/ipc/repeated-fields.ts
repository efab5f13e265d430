// Parameters that several methods take in the same way.
import {instant, integer, name, optional, span} from './fields.ts';

/** How many records of a list are asked for. */
export const limit = optional(integer(1, 1_000));

/** A moment in one of three ways. */
export const moment = {at: optional(instant), in: optional(span), when: optional(name)};
