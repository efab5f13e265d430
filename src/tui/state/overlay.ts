// Overlay: what covers the screen, one at a time: a question, a reader, a menu, a form.

import type {Params} from '../../ipc/method-table.ts';
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {Address} from '../../shared/records/address.ts';
import type {Approval, ApprovalRule, RuleScope} from '../../shared/records/approval.ts';
import type {ApprovalId, ReminderId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import type {SentText} from '../../shared/records/message-details.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {TraceStep} from '../../shared/records/trace.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Document} from '../nouns/format/document.ts';
import type {ItemActionName, NounActionName} from '../nouns/noun-action.ts';
import type {Target} from '../nouns/nouns.ts';
import type {Asking} from './ask.ts';
import type {InjectForm} from './inject-form.ts';
import type {SetupOverlay} from './setup.ts';

export type Overlay =
  | {readonly kind: 'none'}
  | {readonly kind: 'help'; readonly query: string; readonly index: number}
  | {readonly kind: 'find'; readonly query: string; readonly index: number}
  | ChatsOverlay
  | ThemeOverlay
  /** Shows pressed keys instead of running them. */
  | {readonly kind: 'keys'; readonly arrived: readonly {readonly key: string; readonly does: string}[]}
  | {readonly kind: 'status'; readonly top: number}
  /** A question in the composer's place; the rest of the screen stays. */
  | {readonly kind: 'ask'; readonly asking: Asking}
  | ConfirmOverlay
  | {readonly kind: 'inject'; readonly form: InjectForm}
  | ReaderOverlay
  | AllowOverlay
  | ApprovalsOverlay
  | WhyOverlay
  | SignalOverlay
  | SetupOverlay
  /** A search in the input history; 0 is the newest match. */
  | {readonly kind: 'recall'; readonly query: string; readonly index: number}
  /** The actions on the selected item. */
  | {readonly kind: 'actions'; readonly title: string; readonly lines: readonly ActionLine[]; readonly index: number};

type Covered = {readonly overlay: Overlay};

/** For `store.update`: shows an overlay in the place of the open one. */
export const showOverlay =
  (overlay: Overlay) =>
  <U extends Covered>(ui: U): U => ({...ui, overlay});

export const closeOverlay = <U extends Covered>(ui: U): U => ({...ui, overlay: {kind: 'none'}});

/** The list of conversations; `archived`: of the archived ones. */
export type ChatsOverlay = {
  readonly kind: 'chats';
  readonly query: string;
  readonly index: number;
  readonly archived: boolean;
};

/** The themes: the selected one is on while the list is open. */
export type ThemeOverlay = {
  readonly kind: 'theme';
  readonly query: string;
  readonly index: number;
};

/** A confirmation of an action that is hard to undo. The answer is no until the person selects yes. */
export type ConfirmOverlay = {
  readonly kind: 'confirm';
  readonly question: string;
  readonly ifYes: Confirmed;
  /** The action of "no" where it differs from no answer: then Enter and Esc do nothing. @default "no" does nothing */
  readonly ifNo?: Confirmed;
  /** The answer of Enter: the person selected yes, or (false) a "no" with an action. */
  readonly yes?: boolean;
  /** When the question was drawn, or the last key since: keys within the pause were typed ahead and don't count. */
  readonly idleSince?: EpochMs;
  /** Letters for the draft came after the question: the next letter belongs to them too. */
  readonly typed?: true;
  /** The overlay to show after the answer. @default none */
  readonly back?: Overlay;
};

/** One item in full; `back` is the overlay from which it was opened. */
export type ReaderOverlay = {
  readonly kind: 'reader';
  readonly document: Document;
  /** The run that it shows. */
  readonly run?: Run;
  /** The call that it shows, and since when, by the clock of this machine. */
  readonly call?: ShownCall;
  readonly top: number;
  readonly query: string;
  readonly typing: boolean;
  readonly back: Overlay;
};

export type ShownCall = {readonly item: Approval; readonly since: EpochMs};

/** A rule in three questions: what is allowed, where, until when. */
export type AllowOverlay = {
  readonly kind: 'allow';
  readonly call: Approval;
  readonly step: 'scope' | 'pattern' | 'place' | 'until';
  readonly scope?: RuleScope;
  readonly pattern?: string;
  readonly here?: boolean;
  readonly query: string;
  readonly index: number;
  readonly back: Overlay;
};

/** Calls of the agent and the rules about them; without both and a failure the request is pending. */
export type ApprovalsOverlay = {
  readonly kind: 'approvals';
  readonly query: string;
  readonly index: number;
  readonly answered?: readonly Approval[];
  readonly rules?: readonly Wire<ApprovalRule>[];
  readonly failure?: string;
};

/** A trace; without steps and failure the request is pending. */
export type WhyOverlay = {
  readonly kind: 'why';
  readonly id: string;
  readonly title: string;
  /** The trace as one sentence. */
  readonly because?: string;
  readonly steps?: readonly TraceStep[];
  readonly failure?: string;
  /** The selected step. */
  readonly index: number;
  readonly back: Overlay;
};

/** The Signal overlay; without a status and failure the request is pending. */
export type SignalOverlay = {
  readonly kind: 'signal';
  readonly status?: ChannelStatus;
  readonly failure?: string;
  readonly linking?: SignalLinking;
  /** The selected contact request. */
  readonly index: number;
};

export type SignalLinking =
  | {readonly kind: 'asking'}
  | {readonly kind: 'shown'; readonly uri: string}
  | {readonly kind: 'linked'; readonly account: string; readonly address: Address}
  | {readonly kind: 'failed'; readonly because: string};

export type ActionLine = {
  readonly action: ItemActionName;
  readonly key: string;
  readonly label: string;
};

/** The action of "yes". */
export type Confirmed =
  | {readonly kind: 'send'; readonly message: SentText}
  | {readonly kind: 'reset'; readonly session: SessionKey}
  | {readonly kind: 'act'; readonly target: Target; readonly action: NounActionName}
  | {
      readonly kind: 'allow';
      readonly address: Address;
      readonly user?: string;
      readonly trust?: Trust /** It is the linked account, the user's own. */;
      readonly own?: true;
    }
  | {
      readonly kind: 'approve';
      readonly id: ApprovalId;
      readonly always?: Params<'approval.answer'>['always'];
    }
  | {readonly kind: 'revoke'; readonly id: ApprovalRule['id']}
  | {readonly kind: 'rang'; readonly address: Address; readonly rang: boolean}
  | {readonly kind: 'retime'; readonly id: ReminderId; readonly to: string}
  | {readonly kind: 'keep-time'; readonly id: ReminderId};
