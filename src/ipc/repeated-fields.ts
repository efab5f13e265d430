// Parameters that several methods share.
import {instant, integer, name, optional, span} from './fields.ts';

/** The maximum number of records. */
export const limit = optional(integer(1, 1_000));

/** A moment, in one of three forms. */
export const moment = {at: optional(instant), in: optional(span), when: optional(name)};
