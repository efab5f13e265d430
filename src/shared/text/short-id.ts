// The short form of an id: its last six characters. The first ones count up, so neighbours share them; the last ones
// are random.

/** Ids in another form stay as they are. */
export const shortId = (id: string): string => (WHOLE_ID.test(id) ? id.slice(-SHORT) : id);

/** True if a text may be a part of an id, without its prefix. */
export const isIdPart = (text: string): boolean => ID_PART.test(text);

export const SHORT = 6;
const WHOLE_ID = /^[a-z]{3,4}_[a-z0-9]{20}$/u;
const ID_PART = /^[a-z0-9]{3,20}$/u;
