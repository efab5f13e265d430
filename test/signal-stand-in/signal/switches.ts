// Settings of the server and of the stand-in, changed while it runs, or before it starts. They all survive a restart.
import {ALICE, CAROL, GROUP_ID, type Json, OWN} from './samples.ts';

export type GroupState = {
  readonly id: string;
  readonly name: string;
  readonly isMember: boolean;
  readonly members: readonly {readonly number: string | null; readonly uuid: string}[];
};

export type Switches = {
  /** Its version, which decides the behaviour that changed between the two. */
  readonly level: '0.13.19' | '0.14.6';
  /** The server no longer knows this version. */
  readonly tooOld: boolean;
  readonly linked: boolean;
  readonly network: 'up' | 'down';
  /** People whose safety number changed, by ACI. `trust` takes them off. */
  readonly untrusted: readonly string[];
  readonly unregistered: readonly string[];
  readonly rateLimit: null | {
    readonly left: number;
    readonly token?: string;
    readonly retryAfterSeconds?: number;
    /** `text`: as an unexpected error without results. @default results */
    readonly as?: 'results' | 'text';
  };
  readonly groups: readonly GroupState[];
  readonly contacts: readonly Json[];
  /** The receipts that recipients' phones send for a message. */
  readonly receipts: 'none' | 'delivered' | 'read';
  /** Read receipts are switched off in the account. */
  readonly readReceiptsOff: boolean;
  /** Contents of attachments by id, base64; a missing one becomes an empty file. */
  readonly files: Readonly<Record<string, string>>;
  readonly attachmentDelayMs: number;
  /**
   * Kills itself there, once: after the server removed the message, after it was decrypted, in the middle of its line on stdout, between
   * that line and its LF, after it was passed on. `half`: it writes half a line and survives.
   */
  readonly crashAt: null | 'acked' | 'decrypted' | 'torn' | 'unended' | 'half' | 'handled';
  /** The next starts exit immediately like this. */
  readonly start: null | {readonly exit: number; readonly stderr: string; readonly left: number};
  readonly slowStartMs: number;
  /** SIGTERM does not end it while a client is connected. */
  readonly hangOnTerm: boolean;
  /** The disk of the journal is full: nothing more can be written to stdout. */
  readonly stdoutFull: boolean;
  readonly keepAliveMs: number;
  readonly sse: {
    readonly status?: number;
    readonly headerDelayMs?: number;
    /** No byte from now on, not even a keep-alive. */
    readonly frozen?: boolean;
    /** Every event in pieces of so many bytes, wherever that cuts. */
    readonly pieces?: number;
    /** Two events are held back until they can be written as one. */
    readonly inPairs?: boolean;
  };
  readonly rpc: {
    readonly status?: number;
    readonly empty?: boolean;
    readonly internalError?: boolean;
    readonly delayMs?: number;
  };
  /** Requests from line connections are no longer read. */
  readonly deaf: boolean;
  /** The account of the phone that scans the code. */
  readonly phone: {readonly number: string; readonly uuid: string};
  /** The person's delay before scanning; null: never. */
  readonly scanAfterMs: number | null;
};

export const DEFAULTS: Switches = {
  level: process.env['SIGNAL_STAND_IN_LEVEL'] === '0.13.19' ? '0.13.19' : '0.14.6',
  tooOld: false,
  linked: true,
  network: 'up',
  untrusted: [],
  unregistered: [],
  rateLimit: null,
  groups: [
    {
      id: GROUP_ID,
      name: 'Allotment',
      isMember: true,
      members: [OWN, ALICE, CAROL].map(({number, uuid}) => ({number, uuid})),
    },
  ],
  contacts: [],
  receipts: 'none',
  readReceiptsOff: false,
  files: {},
  attachmentDelayMs: 0,
  crashAt: null,
  start: null,
  slowStartMs: 0,
  hangOnTerm: false,
  stdoutFull: false,
  keepAliveMs: 15_000,
  sse: {},
  rpc: {},
  deaf: false,
  phone: {number: OWN.number, uuid: OWN.uuid},
  scanAfterMs: 0,
  // Its settings before its start, when no test can reach it.
  ...(JSON.parse(process.env['SIGNAL_STAND_IN_SWITCHES'] ?? '{}') as Partial<Switches>),
};
