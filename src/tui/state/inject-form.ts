// The inject form. Its text is a draft with its own key; the other fields are choices.

import type {Names} from '../../shared/record-text/names.ts';
import {type Address, channelOf, isAddress} from '../../shared/records/address.ts';
import {channelFacts} from '../../shared/records/channels.ts';
import type {InjectionPreview} from '../../shared/records/delivery/injection.ts';
import type {Session} from '../../shared/records/session.ts';
import {addressOfSession, type SessionKey} from '../../shared/records/session-key.ts';
import {TRUST_LEVELS, type Trust} from '../../shared/records/trust.ts';

export type InjectForm = {
  readonly session: SessionKey;
  /** Undefined: the session's own trust. */
  readonly trust?: Trust;
  /** The address for the reply. Undefined: it stays in the conversation. */
  readonly replyTo?: Address;
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
  effect: 'turn',
  field: 'text',
});

/** The fields that apply: a recorded text has neither its own trust nor a reply. */
export const fieldsOf = ({effect}: InjectForm): readonly InjectField[] =>
  INJECT_FIELDS.filter(field => effect === 'turn' || (field !== 'trust' && field !== 'reply'));

/**
 * The addresses that a reply can go to: the session's own, then everybody's. The terminal shows the conversation
 * anyway.
 */
export const replyTargets = (session: SessionKey, names: Names): readonly Address[] => {
  const own = addressOfSession(session);
  const known = Object.keys(names).filter(isAddress);
  return [...new Set(own === undefined ? known : [own, ...known])].filter(
    address => channelFacts(channelOf(address))?.isPushable === true,
  );
};

export const movedField = (form: InjectForm, by: -1 | 1): InjectForm => {
  const fields = fieldsOf(form);
  const index = fields.indexOf(form.field);
  return {...form, field: fields[(index + by + fields.length) % fields.length] ?? 'text'};
};

type Choices = {readonly sessions: readonly Session[]; readonly names: Names};

/** The next choice of the current field. */
export const changedChoice = (form: InjectForm, {sessions, names}: Choices, by: -1 | 1): InjectForm => {
  const {preview: _, problem: __, ...rest} = form;
  switch (form.field) {
    case 'session': {
      const index = sessions.findIndex(({key}) => key === form.session);
      const next = sessions[(Math.max(0, index) + by + sessions.length) % Math.max(1, sessions.length)];
      if (next === undefined) return form;
      const {trust: ___, replyTo: ____, ...plain} = rest;
      return {...plain, session: next.key};
    }
    case 'effect': {
      const {replyTo: ___, ...plain} = rest;
      return {...plain, effect: form.effect === 'turn' ? 'record' : 'turn'};
    }
    case 'trust': {
      const next = neighbour<Trust | undefined>([undefined, ...TRUST_LEVELS], form.trust, by);
      const {trust: ___, ...plain} = rest;
      return next === undefined ? plain : {...plain, trust: next};
    }
    case 'reply': {
      const next = neighbour<Address | undefined>([undefined, ...replyTargets(form.session, names)], form.replyTo, by);
      const {replyTo: ___, ...plain} = rest;
      return next === undefined ? plain : {...plain, replyTo: next};
    }
    case 'text':
      return form;
  }
};

/** The next one in a circle. */
const neighbour = <T>(all: readonly T[], current: T, by: -1 | 1): T | undefined =>
  all[(all.indexOf(current) + by + all.length) % all.length];
