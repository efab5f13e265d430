// The channels and their facts. A new channel compiles only with a complete entry.

import {fullMoment} from '../time/format-time.ts';
import type {EpochMs} from '../time/time.ts';
/** Channels between people and the agent, and for results. Deliveries to a channel that isn't set up wait. */
export const CHANNELS = ['terminal', 'signal', 'ntfy', 'notify', 'hook', 'mail'] as const;
export type ChannelName = (typeof CHANNELS)[number];

type ChannelFacts = {
  /** The name as it starts a sentence. */
  readonly label: string;
  /** The place, as in "also on Signal". */
  readonly place: string;
  /** The only valid target of an address; undefined where the channel decides. */
  readonly onlyTarget: string | undefined;
  /** The form of a target, in a pattern and in words; undefined where every text is one. */
  readonly targetForm: {readonly pattern: RegExp; readonly example: string} | undefined;
  /** True if the channel notifies people who aren't looking. */
  readonly isPushable: boolean;
  /** True if its addresses are programs: nobody talks there, and there are no conversations. */
  readonly isForPrograms?: true;
  /** True if every reply names the message that it answers. */
  readonly isThreaded?: true;
  /** The step that sets the channel up; undefined where no setup is needed. */
  readonly setUp: string | undefined;
  /** The command that shows the channel's state. */
  readonly statusCommand: string;
};

/** The name of a target. */
export const TARGET_NAME = /^[a-z0-9][\w-]{0,63}$/iu;

/** A mail address as Rooster writes it: in lower case, without a display name. */
export const MAIL_ADDRESS = /^[^\s@<>"(),:;\\[\]\p{Lu}]{1,64}@[^\s@<>"(),:;\\[\]\p{Lu}]{1,255}$/u;

const CHANNEL_FACTS: Readonly<Record<ChannelName, ChannelFacts>> = {
  terminal: {
    label: 'The terminal',
    place: 'at the terminal',
    onlyTarget: 'default',
    targetForm: undefined,
    isPushable: false,
    setUp: undefined,
    statusCommand: 'rooster status',
  },
  signal: {
    label: 'Signal',
    place: 'on Signal',
    onlyTarget: undefined,
    targetForm: undefined,
    isPushable: true,
    setUp: 'rooster signal link',
    statusCommand: 'rooster signal status',
  },
  ntfy: {
    label: 'ntfy',
    place: 'on ntfy',
    onlyTarget: undefined,
    targetForm: {
      pattern: /^[a-z\d][\w-]{0,31}$/iu,
      example: '"ntfy:default", or "ntfy:NAME" with letters, digits, - and _',
    },
    isPushable: true,
    setUp: 'rooster config set ntfy.topic TOPIC',
    statusCommand: 'rooster reach',
  },
  notify: {
    label: 'The notify command',
    place: 'on your computer',
    onlyTarget: 'default',
    targetForm: undefined,
    isPushable: true,
    setUp: 'rooster config set notify.command \'["PROGRAM"]\'',
    statusCommand: 'rooster reach',
  },
  hook: {
    label: 'The target',
    place: 'at another program',
    onlyTarget: undefined,
    targetForm: {pattern: TARGET_NAME, example: '"hook:NAME", with the name of a target in the configuration'},
    isPushable: true,
    isForPrograms: true,
    setUp: 'add it to "targets" in the configuration',
    statusCommand: 'rooster outbox',
  },
  mail: {
    label: 'Mail',
    place: 'by mail',
    onlyTarget: undefined,
    targetForm: {pattern: MAIL_ADDRESS, example: '"mail:someone@example.org", in lower case'},
    isPushable: true,
    isThreaded: true,
    setUp: 'rooster mail setup',
    statusCommand: 'rooster mail status',
  },
};

/** The line that says where the person may see the same text; none without such a channel. */
export const alsoLine = (also: readonly string[] = []): readonly string[] =>
  also.length === 0 ? [] : [`(also ${also.map(name => channelFacts(name)?.place ?? `on ${name}`).join(', ')})`];

/** The line of a late message. */
export const lateLine = (late: Lateness | undefined): readonly string[] =>
  late === undefined ? [] : [`(Late: this was due ${fullMoment(late.dueAt, late.zone)}.)`];

/** The facts of a channel; undefined for an unknown name. */
export const channelFacts = (name: string): ChannelFacts | undefined =>
  Object.hasOwn(CHANNEL_FACTS, name) ? CHANNEL_FACTS[name as ChannelName] : undefined;

export type Lateness = {readonly dueAt: EpochMs; readonly zone: string};
