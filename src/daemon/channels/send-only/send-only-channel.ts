// A channel on which deliveries only leave is one record. `openSendOnly` makes a channel of it.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {ChannelName} from '../../../shared/records/channels.ts';
import type {Outbound} from '../../../shared/records/delivery/injection.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Config} from '../../config/config-schema.ts';
import type {Channel} from '../../ports/channel.ts';
import type {RunCommand} from '../../ports/command.ts';
import type {SecretSource} from '../../ports/system.ts';
import type {RequestOnce} from '../../system/http/request-once.ts';
import type {SecretReading} from '../../system/read-secret.ts';

/** `C`: its part of the configuration. */
export type SendOnlyChannel<C> = {
  readonly name: ChannelName;
  /** Undefined while the channel is off. */
  readonly configured: (config: Config) => C | undefined;
  /** Hands a delivery over, and resolves when it is accepted. Rejects with a SendFailure. */
  readonly send: (config: C, outbound: Outbound, tools: SendTools, signal: AbortSignal) => Promise<void>;
  /** The time that the other side has to accept a delivery. */
  readonly limitMs: number;
  /** Sentences about deliveries that can't leave now. @default none */
  readonly warnings?: (config: C, tools: SendTools) => readonly string[];
  /**
   * The reason why no delivery can leave now, as a sentence. The channel is shown as down, and each delivery is tried
   * all the same, and fails. @default always works
   */
  readonly fault?: (config: C, tools: SendTools) => string | undefined;
  readonly receivers?: Channel['receivers'];
  /** Deliveries wait for a fix of the configuration, so they are tried at once when it changes. @default false */
  readonly waitsForFix?: boolean;
};

/** The means to hand a delivery over. */
export type SendTools = {
  readonly clock: Clock;
  readonly request: RequestOnce;
  readonly run: RunCommand;
  /** The hosts that a command in the sandbox may reach. */
  readonly hosts: () => readonly string[];
  /** The path of a program. Undefined if the program doesn't exist. */
  readonly findProgram: (program: string) => string | undefined;
  /** Read for each delivery, so that a changed secret takes effect at once. */
  readonly readSecret: (secret: SecretSource) => SecretReading;
  /** The owner's name. */
  readonly owner: () => string;
  /** The owner's time zone. */
  readonly zone: () => string;
};

export const openSendOnly = <C>(
  {name, send, limitMs, warnings, fault, receivers}: SendOnlyChannel<C>,
  config: C,
  tools: SendTools,
): Channel & AsyncDisposable => {
  const status = (): ChannelStatus => {
    const sentences = [...(warnings?.(config, tools) ?? []), ...[fault?.(config, tools) ?? []].flat()];
    return {channel: name, inbound: 'off', outbound: 'up', warnings: sentences.length > 0 ? sentences : undefined};
  };
  return {
    name,
    status,
    shownStatus: () => {
      const detail = fault?.(config, tools);
      return detail === undefined ? status() : {...status(), outbound: 'down', detail};
    },
    listen: async () => ({[Symbol.asyncDispose]: async () => {}}),
    send: async (outbound, signal) => {
      await send(config, outbound, tools, signal);
      return {at: tools.clock.now()};
    },
    receivers,
    sendLimitMs: limitMs + MARGIN_MS,
    [Symbol.asyncDispose]: async () => {},
  };
};

const MARGIN_MS = 10 * SECOND;
