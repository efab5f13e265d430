// A number before a movement in a document: `5j` goes five rows down, `40G` to row 40. In lists digits are the views.
import type {Action} from '../input/binding.ts';
import type {CommandPorts} from './command-ports.ts';
import {scrollTo} from './overlays/reader.ts';

type Counts = {
  /** True if the letter belongs to a number. */
  take(text: string | undefined): boolean;
  /** Runs a key's action, as often as the number says. */
  run(action: Action, once: () => void): void;
  forget(): void;
};

export const createCounts = (ports: CommandPorts): Counts => {
  const {store} = ports;
  let typed = '';
  const forget = (): void => {
    typed = '';
  };
  return {
    forget,
    take: text => {
      const {overlay} = store.get().ui;
      if (overlay.kind !== 'reader' || overlay.typing || text === undefined || !/^[0-9]$/u.test(text)) return false;
      if (typed === '' && text === '0') return false;
      typed = `${typed}${text}`.slice(0, MOST_DIGITS);
      store.update(ui => ({...ui, idleKey: `${typed}: now j, k, PgUp, PgDn, or G for that row`}));
      return true;
    },
    run: (action, once) => {
      const count = typed === '' ? 1 : Number(typed);
      const isGiven = typed !== '';
      forget();
      const {overlay} = store.get().ui;
      if (isGiven && action === 'reader.bottom' && overlay.kind === 'reader') {
        scrollTo(ports, overlay, count - 1);
        return;
      }
      for (let times = REPEATED.has(action) ? count : 1; times > 0; times -= 1) once();
    },
  };
};

const REPEATED: ReadonlySet<Action> = new Set<Action>([
  'overlay.up',
  'overlay.down',
  'overlay.page-up',
  'overlay.page-down',
  'reader.next',
  'reader.previous',
]);
const MOST_DIGITS = 3;
