// What the operator puts into a session by hand, as it is being filled in. The text is a draft like any other, kept under a
// name of its own; everything else is a choice.
import type {InjectionPreview} from '../../shared/records/injection.ts';
import type {Session} from '../../shared/records/session.ts';
import {addressOfSession, type SessionKey} from '../../shared/records/session-key.ts';
import {TRUST_LEVELS, type Trust} from '../../shared/records/trust.ts';

export type InjectForm = {
  readonly session: SessionKey;
  /** Undefined: the session's own. */
  readonly trust?: Trust;
  /** Whether the reply goes to the session's address. */
  readonly deliver: boolean;
  readonly effect: 'turn' | 'record';
  readonly field: InjectField;
  /** What the daemon says it would be; undefined while it is asked, or while nothing is written. */
  readonly preview?: InjectionPreview;
  readonly problem?: string;
};

export const INJECT_FIELDS = ['session', 'effect', 'trust', 'reply', 'text'] as const;
export type InjectField = (typeof INJECT_FIELDS)[number];

/** Under which the text is kept. */
export const INJECT_DRAFT = 'inject';

export const initialInject = (session: SessionKey): InjectForm => ({
  session,
  deliver: false,
  effect: 'turn',
  field: 'text',
});

/** The fields that mean something: what is only recorded has neither a trust of its own nor a reply. */
export const fieldsOf = ({session, effect}: InjectForm): readonly InjectField[] =>
  INJECT_FIELDS.filter(
    field =>
      (field !== 'trust' || effect === 'turn') && (field !== 'reply' || (effect === 'turn' && canReply(session))),
  );

/** The terminal sees a reply anyway; a session of a job has nobody to send it to. */
const canReply = (session: SessionKey): boolean => {
  const address = addressOfSession(session);
  return address !== undefined && !address.startsWith('terminal:');
};

export const movedField = (form: InjectForm, by: -1 | 1): InjectForm => {
  const fields = fieldsOf(form);
  const index = fields.indexOf(form.field);
  return {...form, field: fields[(index + by + fields.length) % fields.length] ?? 'text'};
};

/** The next choice of the field at hand. */
export const changedChoice = (form: InjectForm, sessions: readonly Session[], by: -1 | 1): InjectForm => {
  const {preview: _, problem: __, ...rest} = form;
  switch (form.field) {
    case 'session': {
      const index = sessions.findIndex(({key}) => key === form.session);
      const next = sessions[(Math.max(0, index) + by + sessions.length) % Math.max(1, sessions.length)];
      if (next === undefined) return form;
      const {trust: ___, ...plain} = rest;
      return {...plain, session: next.key, deliver: false};
    }
    case 'effect':
      return {...rest, effect: form.effect === 'turn' ? 'record' : 'turn', deliver: false};
    case 'trust': {
      const all: readonly (Trust | undefined)[] = [undefined, ...TRUST_LEVELS];
      const next = all[(all.indexOf(form.trust) + by + all.length) % all.length];
      const {trust: ___, ...plain} = rest;
      return next === undefined ? plain : {...plain, trust: next};
    }
    case 'reply':
      return {...rest, deliver: !form.deliver};
    case 'text':
      return form;
  }
};
