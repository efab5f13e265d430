// The inject form. Its text is a draft with its own key; the other fields are choices.
import type {InjectionPreview} from '../../shared/records/delivery/injection.ts';
import type {Session} from '../../shared/records/session.ts';
import {addressOfSession, type SessionKey} from '../../shared/records/session-key.ts';
import {TRUST_LEVELS, type Trust} from '../../shared/records/trust.ts';

export type InjectForm = {
  readonly session: SessionKey;
  /** Undefined: the session's own trust. */
  readonly trust?: Trust;
  /** Whether the reply goes to the session's address. */
  readonly deliver: boolean;
  readonly effect: 'turn' | 'record';
  readonly field: InjectField;
  /** The daemon's dry run; undefined while it is pending or the text is empty. */
  readonly preview?: InjectionPreview;
  readonly problem?: string;
};

export const INJECT_FIELDS = ['session', 'effect', 'trust', 'reply', 'text'] as const;
export type InjectField = (typeof INJECT_FIELDS)[number];

/** The draft key of the text. */
export const INJECT_DRAFT = 'inject';

export const initialInject = (session: SessionKey): InjectForm => ({
  session,
  deliver: false,
  effect: 'turn',
  field: 'text',
});

/** The fields that apply: a recorded text has neither its own trust nor a reply. */
export const fieldsOf = ({session, effect}: InjectForm): readonly InjectField[] =>
  INJECT_FIELDS.filter(
    field =>
      (field !== 'trust' || effect === 'turn') && (field !== 'reply' || (effect === 'turn' && canReply(session))),
  );

/** The terminal sees replies anyway; a job's session has nobody to reply to. */
const canReply = (session: SessionKey): boolean => {
  const address = addressOfSession(session);
  return address !== undefined && !address.startsWith('terminal:');
};

export const movedField = (form: InjectForm, by: -1 | 1): InjectForm => {
  const fields = fieldsOf(form);
  const index = fields.indexOf(form.field);
  return {...form, field: fields[(index + by + fields.length) % fields.length] ?? 'text'};
};

/** The next choice of the current field. */
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
