// The terminal UI's own files: drafts, unsent messages, settings and input history. They are private (0600). An
// unreadable file counts as empty and is moved aside before it is overwritten.
import {appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {isRecord} from '../../shared/fields/is-record.ts';
import type {LastState} from '../state/last-state.ts';
import {mergedState} from './client-merge.ts';
import {type ClientState, parseClientState} from './client-state.ts';

export interface ClientFiles {
  load(): ClientState;
  /** Stores the changes since the last load or save; changes of other terminals stay. */
  save(state: ClientState): void;
  loadHistory(): readonly string[];
  appendHistory(entry: string): void;
  /** Stores the daemon's state for the time without it. */
  saveLast(last: LastState): void;
  /** Undefined if there is none, or if another version of the program wrote it. */
  loadLast(): LastState | undefined;
  /** Stores a copied text and returns its path. */
  keepCopy(text: string): string;
  /** The log for stray output. */
  readonly log: string;
}

export const clientFiles = (folder: string): ClientFiles => {
  const statePath = join(folder, 'state.json');
  const lastPath = join(folder, 'last.json');
  const historyPath = join(folder, 'history.jsonl');
  const ready = () => mkdirSync(folder, {recursive: true, mode: 0o700});
  const read = (): ClientState => {
    const text = readOr(statePath, '{}');
    try {
      return parseClientState(JSON.parse(text));
    } catch {
      renameSync(statePath, `${statePath}.damaged`);
      return parseClientState({});
    }
  };
  /** The state as last loaded or saved. */
  let last = parseClientState({});
  return {
    log: join(folder, 'tui.log'),
    keepCopy: text => {
      ready();
      const path = join(folder, 'copied.txt');
      writeFileSync(path, text, {mode: 0o600});
      return path;
    },
    load: () => {
      last = read();
      return last;
    },
    save: state => {
      ready();
      const merged = mergedState(last, state, read());
      const temporary = `${statePath}.${process.pid}`;
      writeFileSync(temporary, JSON.stringify(merged), {mode: 0o600});
      renameSync(temporary, statePath);
      last = state;
    },
    saveLast: last => {
      ready();
      const temporary = `${lastPath}.${process.pid}`;
      writeFileSync(temporary, JSON.stringify({version: VERSION, last}), {mode: 0o600});
      renameSync(temporary, lastPath);
    },
    loadLast: () => {
      try {
        const kept: unknown = JSON.parse(readOr(lastPath, '{}'));
        return isRecord(kept) && kept['version'] === VERSION ? (kept['last'] as LastState) : undefined;
      } catch {
        // A truncated file is as good as none.
        return undefined;
      }
    },
    loadHistory: () => {
      const entries = readOr(historyPath, '').split('\n').flatMap(historyEntry);
      if (entries.length > LONGEST_HISTORY * 2) {
        writeFileSync(
          historyPath,
          entries
            .slice(-LONGEST_HISTORY)
            .map(entry => `${JSON.stringify(entry)}\n`)
            .join(''),
          {mode: 0o600},
        );
      }
      return [...new Set(entries.toReversed())].toReversed().slice(-LONGEST_HISTORY);
    },
    appendHistory: entry => {
      ready();
      appendFileSync(historyPath, `${JSON.stringify(entry)}\n`, {mode: 0o600});
      chmodSync(historyPath, 0o600);
    },
  };
};

const readOr = (path: string, otherwise: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
};

const historyEntry = (line: string): readonly string[] => {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'string' ? [entry] : [];
  } catch {
    // A crash truncated this line.
    return [];
  }
};

/** Another version's records may have other fields. */
const VERSION = process.env['ROOSTER_VERSION'] ?? 'sources';
const LONGEST_HISTORY = 1_000;
