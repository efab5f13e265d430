// Trust: what a session may do. It comes from configuration and transport, never from a message, and never rises. A
// text keeps the trust of its author wherever it goes, and limits the turns that read it.
import {plainName} from '../text/one-line.ts';

export const TRUST_LEVELS = ['full', 'inner', 'familiar', 'public'] as const;
export type Trust = (typeof TRUST_LEVELS)[number];

/** The permissions of a person of each trust, as a part of a sentence. */
export const TRUST_MEANS: Readonly<Record<Trust, string>> = {
  full: 'everything, also commands on this machine',
  inner: 'chat, reminders, the web, files of the workspace',
  familiar: 'chat only; groups have this at most',
  public: 'chat only, for texts of unknown origin',
};

/** The highest trust of any group, whoever writes in it. */
export const GROUP_CEILING: Trust = 'familiar';

/** True if `trust` reaches at least `needed`. */
export const reaches = (trust: Trust, needed: Trust): boolean =>
  TRUST_LEVELS.indexOf(trust) <= TRUST_LEVELS.indexOf(needed);

/** The lower of the two. */
export const capped = (trust: Trust, ceiling: Trust): Trust => (reaches(trust, ceiling) ? ceiling : trust);

/** A text that neither the person of a turn nor the agent wrote: the trust of its author, and where it is from. */
export type TextLimit = {readonly trust: Trust; readonly by: TextOrigin};

/**
 * `user`: another person. `web`, `search`: a page or results, by host or provider. `file`: a file whose author isn't
 * known. `mail`: what somebody else wrote in a person's mail. `calendar`: an imported calendar. `note`: words from
 * elsewhere in a memory file, by their origins. `summary`: a summary of earlier messages. Otherwise the source of a
 * message.
 */
export type TextOrigin = {
  readonly kind:
    | 'webhook'
    | 'wake'
    | 'session'
    | 'delegation'
    | 'broadcast'
    | 'user'
    | 'web'
    | 'search'
    | 'file'
    | 'mail'
    | 'calendar'
    | 'note'
    | 'summary';
  readonly name?: string;
};

/** One limit for each origin, the lowest of it. Text that may do everything is no limit. */
export const joinLimits = (...lists: readonly (readonly TextLimit[] | undefined)[]): readonly TextLimit[] => {
  const lowest = new Map<string, TextLimit>();
  for (const limit of lists.flatMap(list => list ?? [])) {
    const key = `${limit.by.kind} ${limit.by.name ?? ''}`;
    const known = lowest.get(key);
    if (limit.trust !== 'full' && (known === undefined || !reaches(limit.trust, known.trust))) lowest.set(key, limit);
  }
  // Those that take tools away come first, the lowest before the others: beyond the most, only names are lost.
  return [...lowest.values()].toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST);
};

/** The same as a record stores it: undefined if there are none. */
export const storedLimits = (
  ...lists: readonly (readonly TextLimit[] | undefined)[]
): readonly TextLimit[] | undefined => {
  const limits = joinLimits(...lists);
  return limits.length === 0 ? undefined : limits;
};

/**
 * The lowest limit that takes tools away. Text from the web and from files is only recorded, and never becomes a
 * standing rule.
 */
export const limitOfTools = (limits: readonly TextLimit[]): TextLimit | undefined =>
  limits
    .filter(({by}) => !isMaterial(by))
    .reduce<TextLimit | undefined>(
      (lowest, limit) => (lowest === undefined || !reaches(limit.trust, lowest.trust) ? limit : lowest),
      undefined,
    );

/** The trust for a tool with effects. */
export const trustForEffects = (trust: Trust, limits: readonly TextLimit[]): Trust => {
  const limit = limitOfTools(limits);
  return limit === undefined ? trust : capped(trust, limit.trust);
};

/** The texts that a turn of this trust may not act upon with all of it. */
export const limitsBelow = (trust: Trust, limits: readonly TextLimit[]): readonly TextLimit[] =>
  limits.filter(limit => !reaches(limit.trust, trust));

/** The limit of a page from the web, by its host. */
export const pageLimit = ({url}: {readonly url?: string}): TextLimit => {
  const host = url === undefined ? undefined : URL.parse(url)?.host;
  return {trust: 'public', by: {kind: 'web', ...(host === undefined || host === '' ? {} : {name: host})}};
};

/** The names of origins for people and the model: `webhook ci, example.org and 2 more`. */
export const formatOrigins = (limits: readonly TextLimit[]): string => {
  const names = limits.map(({by}) => formatOrigin(by));
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
};

/** The name of an origin: `webhook ci`, `example.org`. */
export const formatOrigin = ({kind, name}: TextOrigin): string => {
  if (kind === 'summary') return 'the summary of earlier messages';
  if (kind === 'web' && name !== undefined) return name;
  const plain = name !== undefined && kind === 'wake' ? plainName(name) : name;
  return plain === undefined ? (KIND_NAMES[kind] ?? kind) : `${KIND_NAMES[kind] ?? kind} ${plain}`;
};

const rankOf = ({trust, by}: TextLimit): number =>
  (isMaterial(by) ? TRUST_LEVELS.length : 0) - TRUST_LEVELS.indexOf(trust);

/** True if it takes no tools away. */
const isMaterial = ({kind}: TextOrigin): boolean => MATERIAL.has(kind);

const MATERIAL: ReadonlySet<TextOrigin['kind']> = new Set(['web', 'search', 'file', 'mail', 'calendar', 'note']);
const KIND_NAMES: Partial<Record<TextOrigin['kind'], string>> = {
  web: 'the web',
  search: 'web search',
  user: 'person',
  mail: 'a forwarded or quoted mail',
  calendar: 'an imported calendar',
  note: 'a note from',
};
const MOST = 30;
const NAMED = 3;
