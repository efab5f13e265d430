// The themes: the selected one is on at once. Enter keeps it, Esc restores the one before.
import {fuzzy} from '../../input/fuzzy.ts';
import {THEME_FILES} from '../../layout/themes/themes.ts';
import {closeOverlay, type ThemeOverlay} from '../../state/overlay.ts';
import {THEMES, type ThemeName} from '../../state/ui-state.ts';
import {span} from '../../text/row.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {picker, pickerMenu} from './kinds/picker.ts';

const themes = ({query}: Pick<ThemeOverlay, 'query'>): readonly ThemeName[] =>
  query.trim() === '' ? THEMES : fuzzy(query.trim(), THEMES, name => ({name, more: ''})).map(({one}) => one);

const base = picker<ThemeOverlay, ThemeName>({
  matches: (_, overlay) => themes(overlay),
  shows: ({ui}, {query, index}, matches, room) =>
    pickerMenu(
      {
        title: 'themes',
        query,
        index,
        entries: matches.map(name => ({
          name,
          more: name === 'auto' ? "the terminal's own colours, on its background" : THEME_FILES[name].about,
          aside: name === ui.lookBefore?.theme ? [span('was on ', 'dim')] : undefined,
        })),
      },
      room,
    ),
  lines: ({ui}) => [
    `${ui.look.theme} is on. Others: ${THEMES.filter(name => name !== ui.look.theme).join(', ')}. /theme NAME chooses.`,
  ],
  pick: (ports, theme) => {
    ports.store.update(ui => closeOverlay({...ui, look: {...ui.look, theme}}));
    say(ports, 'ok', `Theme ${theme}.`);
    return undefined;
  },
});

export const theme: typeof base = {
  ...base,
  move: (ports, overlay, by, unit) => {
    base.move?.(ports, overlay, by, unit);
    preview(ports);
  },
  type: (ports, overlay, text, how) => {
    const typed = base.type?.(ports, overlay, text, how) ?? 'nothing';
    preview(ports);
    return typed;
  },
  clear: (ports, overlay) => {
    base.clear?.(ports, overlay);
    preview(ports);
  },
  leave: ({store}) => store.update(ui => closeOverlay({...ui, look: ui.lookBefore ?? ui.look})),
};

/** Nothing matches: the theme before. */
const preview = ({store}: CommandPorts): void =>
  store.update(ui => {
    if (ui.overlay.kind !== 'theme') return ui;
    const selected = themes(ui.overlay)[ui.overlay.index] ?? ui.lookBefore?.theme ?? ui.look.theme;
    return {...ui, look: {...ui.look, theme: selected}};
  });
