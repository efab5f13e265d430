// Overlay: what lies over the screen, one at a time: a question, a reader, a menu, a form.

import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Address} from '../../shared/records/address.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {TraceStep} from '../../shared/records/trace.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Document} from '../nouns/document.ts';
import type {NounActionName} from '../nouns/noun-action.ts';
import type {Target} from '../nouns/nouns.ts';
import type {Asking} from './ask.ts';
import type {InjectForm} from './inject-form.ts';

export type Overlay =
  | {readonly kind: 'none'}
  | {readonly kind: 'help'; readonly top: number}
  | {readonly kind: 'find'; readonly query: string; readonly index: number}
  /** Keys are shown and not carried out. */
  | {readonly kind: 'keys'; readonly arrived: readonly {readonly key: string; readonly does: string}[]}
  | {readonly kind: 'status'; readonly top: number}
  /** A line is asked for where one writes; what is in the middle of the screen stays. */
  | {readonly kind: 'ask'; readonly asking: Asking}
  | ConfirmOverlay
  | {readonly kind: 'inject'; readonly form: InjectForm}
  | ReaderOverlay
  | WhyOverlay
  | SignalOverlay
  /** Looking for something that was sent before; 0 is the newest match. */
  | {readonly kind: 'recall'; readonly query: string; readonly index: number}
  /** What can be done with what is pointed at. */
  | {readonly kind: 'actions'; readonly title: string; readonly lines: readonly ActionLine[]; readonly index: number};

/** A question before something that is hard to take back. Its answer is no, until the person chooses otherwise. */
export type ConfirmOverlay = {
  readonly kind: 'confirm';
  readonly question: string;
  readonly ifYes: Confirmed;
  /** What a no does, where it differs from no answer: then Enter and Esc answer nothing. @default a no does nothing */
  readonly ifNo?: Confirmed;
  /** What Enter means: the person moved to yes, or (false) to a no that does something. */
  readonly yes?: boolean;
  /** When it was drawn, or the last key was pressed since: keys that follow at once were typed ahead and answer nothing. */
  readonly idleSince?: EpochMs;
  /** Letters that were meant for the draft came after the question: a further letter is one of them. */
  readonly typed?: true;
  /** What is shown again after the answer. @default nothing */
  readonly back?: Overlay;
};

/** One thing, whole; `back` is what it was opened from. */
export type ReaderOverlay = {
  readonly kind: 'reader';
  readonly document: Document;
  readonly top: number;
  readonly query: string;
  readonly typing: boolean;
  readonly back: Overlay;
};

/** How something came about; without steps and failure the daemon is being asked. */
export type WhyOverlay = {
  readonly kind: 'why';
  readonly id: string;
  readonly title: string;
  readonly steps?: readonly TraceStep[];
  readonly failure?: string;
  /** The chosen step. */
  readonly index: number;
  readonly back: Overlay;
};

/** The bridge to Signal; without a status and failure the daemon is being asked. */
export type SignalOverlay = {
  readonly kind: 'signal';
  readonly status?: ChannelStatus;
  readonly failure?: string;
  readonly linking?: SignalLinking;
  /** The chosen one of those who knocked. */
  readonly index: number;
};

export type SignalLinking =
  | {readonly kind: 'asking'}
  | {readonly kind: 'shown'; readonly uri: string}
  | {readonly kind: 'linked'; readonly account: string; readonly address: Address}
  | {readonly kind: 'failed'; readonly because: string};

export type ActionLine = {
  readonly key: string;
  readonly label: string;
  /** Why it cannot be done here. */
  readonly refusal?: string;
};

/** What a yes does. */
export type Confirmed =
  | {readonly kind: 'send'; readonly text: string}
  | {readonly kind: 'reset'; readonly session: SessionKey}
  | {readonly kind: 'act'; readonly target: Target; readonly action: NounActionName}
  | {
      readonly kind: 'allow';
      readonly address: Address;
      readonly user?: string;
      readonly trust?: Trust /** It is the linked account, the user's own. */;
      readonly own?: true;
    }
  | {readonly kind: 'rang'; readonly address: Address; readonly rang: boolean};
