// Decides which workspace files a tool may use for whom. Private memory needs full trust; a person's memory and
// conversation copies are theirs; files that shape the agent need full trust to change.

import {memoryFile} from '../../../shared/record-text/memory-file.ts';
import type {Effect} from '../../../shared/records/approval.ts';
import {slugOf} from '../../../shared/records/session-key.ts';
import {reaches} from '../../../shared/records/trust.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {STANDING, whyNotStanding} from './standing-files.ts';

/** Both take the real path in the workspace and return the reason for a refusal, or undefined. */
export type FileRights = {
  whyNotRead(path: string, by: ToolContext): string | undefined;
  whyNotWrite(path: string, by: ToolContext): string | undefined;
  /** The effects of writing a file by its real path. None if it is refused, whatever a person would say. */
  effectsOfWriting(path: string, by: ToolContext): readonly Effect[];
};

/** `sessionUser`: the user of the conversation in a readable copy (its name without extension), if known. */
export const createFileRights = (sessionUser: (copyName: string) => string | undefined): FileRights => {
  const whyNotRead = (path: string, by: ToolContext): string | undefined => {
    if (reaches(by.trust, 'full')) return undefined;
    if (inOrAt(path, 'MEMORY.md')) return 'MEMORY.md is private: only sessions with full trust read it.';
    if (OF_ONE_PERSON.test(path) && (by.seesOwnOnly === true || path !== memoryFile(by)))
      return `${path} is about someone else.`;
    const copy = COPY.exec(path)?.[1];
    if (copy === undefined) return undefined;
    const isOwn = copy === slugOf(by.session) || (by.user !== undefined && sessionUser(copy) === by.user);
    if (isOwn && by.seesOwnOnly !== true) return undefined;
    return `${path} is a conversation with someone else.`;
  };
  /** Whatever was read, and whoever allowed it. */
  const whyNever = (path: string, by: ToolContext): string | undefined => {
    if (inOrAt(path, 'sessions')) {
      return 'The files in sessions/ are copies that are written for you. Keep notes in another file.';
    }
    if (reaches(by.trust, 'full')) return undefined;
    if (SHAPING.some(shaping => inOrAt(path, shaping))) {
      return `${path} shapes what the agent does for everyone: only sessions with full trust change it.`;
    }
    return whyNotRead(path, by);
  };
  return {
    whyNotRead,
    whyNotWrite: (path, by) => {
      const {limits = [], accepted} = by;
      // A person who has read exactly this text makes it their own.
      return limits.length > 0 && accepted === undefined && isStanding(path)
        ? whyNotStanding(path, limits)
        : whyNever(path, by);
    },
    effectsOfWriting: (path, by) => {
      if (whyNever(path, by) !== undefined) return [];
      const names = {path};
      return isStanding(path)
        ? [{kind: 'rules', says: `change its own rules in ${path}`, names}]
        : [{kind: 'own', says: `write ${path}`, names}];
    },
  };
};

const isStanding = (path: string): boolean => STANDING.some(standing => inOrAt(path, standing));

const inOrAt = (path: string, place: string): boolean => {
  const [one, other] = [folded(path), folded(place)];
  return one === other || one.startsWith(`${other}/`);
};

/** Some file systems ignore case, and take some letters for others: `AGENT\u017f.md`. */
const folded = (path: string): string => path.normalize('NFKC').toLowerCase();

const SHAPING = [...STANDING, 'MEMORY.md'];
const OF_ONE_PERSON = /^memory\/./iu;
const COPY = /^sessions\/(.+)\.jsonl$/iu;
