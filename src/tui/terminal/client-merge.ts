// Two terminals share one state file: each writes only what it changed since its last write. Pure.

import type {ClientState} from './client-state.ts';

/** `before`: this terminal's last read or write; `now`: its state; `kept`: the file's state. */
export const mergedState = (before: ClientState, now: ClientState, kept: ClientState): ClientState => {
  return {
    ...kept,
    ...changed(before, now),
    drafts: mergedDrafts(before.drafts, now.drafts, kept.drafts),
    sends: mergedSends(before.sends, now.sends, kept.sends),
    silent: same(before.silent, now.silent) ? kept.silent : now.silent,
    quietUntil: same(before.quietUntil, now.quietUntil) ? kept.quietUntil : now.quietUntil,
    // Session and scroll position belong together: those of the last writer win.
    session: now.session,
    scroll: now.scroll,
    ...latest(now, kept),
  };
};

/** The settings that this terminal changed. */
const changed = (before: ClientState, now: ClientState): Partial<ClientState> => ({
  ...(same(before.bell, now.bell) ? {} : {bell: now.bell}),
  ...(same(before.toolDetail, now.toolDetail) ? {} : {toolDetail: now.toolDetail}),
  ...(same(before.thinkingDetail, now.thinkingDetail) ? {} : {thinkingDetail: now.thinkingDetail}),
  ...(same(before.look, now.look) ? {} : {look: now.look}),
  // Never undone: it is asked once.
  ...(now.setupAsked && {setupAsked: true}),
  ...(same(before.motion, now.motion) ? {} : {motion: now.motion}),
  ...(same(before.mouse, now.mouse) ? {} : {mouse: now.mouse}),
  ...(same(before.view, now.view) ? {} : {view: now.view}),
  ...(same(before.lists, now.lists) ? {} : {lists: now.lists}),
  ...(same(before.uses, now.uses) ? {} : {uses: now.uses}),
  ...(same(before.recent, now.recent) ? {} : {recent: now.recent}),
});

const mergedDrafts = (
  before: ClientState['drafts'],
  now: ClientState['drafts'],
  kept: ClientState['drafts'],
): ClientState['drafts'] => {
  const keys = new Set([...Object.keys(kept), ...Object.keys(now)]);
  return Object.fromEntries(
    [...keys].flatMap(key => {
      const draft = same(before[key], now[key]) ? kept[key] : now[key];
      return draft === undefined ? [] : [[key, draft]];
    }),
  );
};

/** Removes messages that this terminal has sent since; those of other terminals stay. */
const mergedSends = (
  before: ClientState['sends'],
  now: ClientState['sends'],
  kept: ClientState['sends'],
): ClientState['sends'] => {
  const ours = new Set([...before, ...now].map(({key}) => key));
  return [...kept.filter(({key}) => !ours.has(key)), ...now];
};

/** The last time that any terminal was seen, with its unread count. */
const latest = (a: ClientState, b: ClientState): Pick<ClientState, 'seenAt' | 'unread'> => {
  const {seenAt, unread} = (a.seenAt ?? 0) >= (b.seenAt ?? 0) ? a : b;
  return {seenAt, unread};
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
