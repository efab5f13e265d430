// The status that the daemon tells of itself.
import type {ChannelStatus} from '../shared/events/gateway-event.ts';
import type {PersonStatus} from '../shared/records/delivery/presence.ts';
import type {ExpectedCall, PingStatus} from '../shared/records/expected-call.ts';
import type {IdleStatus} from '../shared/records/jobs/idle-status.ts';
import type {Cost, PlannedRun} from '../shared/records/jobs/jobs.ts';
import type {Problem} from '../shared/records/problem.ts';

export type DaemonStatus = {
  /** For a stopped daemon, the command shows the same keys as far as known, with false here. */
  running: true;
  version: string;
  pid: number;
  bootId: string;
  startedAt: number;
  now: number;
  seq: number;
  /** The zone of the person at the terminal. */
  zone?: string;
  /** Chosen keys of the terminal UI, by what they do. Older daemons leave it out. */
  keys?: Readonly<Record<string, string>>;
  home: {config: string; database: string; workspace: string; log: string; socket: string};
  agent: string;
  /** `contextTokens`: how much it reads at once. Older daemons leave it out. */
  model: {name: string; ready: boolean; detail?: string; contextTokens?: number};
  /** Of all turns since midnight in the owner's zone. Older daemons leave it out. */
  tokens?: {today: number};
  clients: number;
  sessions: {total: number; busy: number; queued: number};
  reminders: {pending: number};
  alarms?: {active: number};
  /** Tokens and costs of all jobs today, each by the days of its own zone. */
  jobs?: {today: {tokens: number; costs: readonly Cost[]}};
  outbox: {waiting: number; dead: number};
  nextWakes: readonly PlannedRun[];
  /**
   * The next step of each idle conversation, or why nothing follows; `why`: applies to all of them. Older daemons leave
   * it out.
   */
  idle?: {why?: string; sessions: readonly IdleStatus[]};
  channels: readonly ChannelStatus[];
  /** Presence of each configured person, and their channels. Older daemons leave it out. */
  people?: readonly PersonStatus[];
  /** The HTTP door, while it is open. `reachable`: other machines may connect. */
  http?: {listen: string; reachable: boolean; hooks: number};
  /** Pings to a watcher outside. Absent without one. */
  ping?: PingStatus;
  /** The hooks that other programs should call in time. Older daemons leave it out. */
  expected?: readonly ExpectedCall[];
  problems: readonly Problem[];
  /** The sandbox of the agent's commands. `reason`: why it doesn't work. Older daemons leave it out. */
  sandbox?: {kind: 'read-only' | 'workspace' | 'full' | 'off'; works: boolean; reason?: string};
  /** Calls that wait for the person's answer, and proposed notes. Older daemons leave it out. */
  approvals?: {open: number; proposed: number};
  /**
   * The second machine that follows this one (`followed`), that this one follows (`follower`), or that has taken over
   * (`replaced`), with its name; or the cell of a fleet that this daemon holds (`holder`) or waits for (`standby`); or
   * the names of the cells that it keeps running (`cells`). `behindMs`: how old what the copy has may be. `seq`: the
   * newest event here. `fence`: the number of the lease. `held`: why nothing is sent or confirmed.
   */
  replica?: {
    role: 'followed' | 'follower' | 'replaced' | 'holder' | 'standby' | 'cells';
    host: string;
    behindMs: number;
    seq: number;
    fence: number;
    held?: string;
  };
  /** The newest backup, and how many exist. Older daemons leave it out. */
  backup?: {at?: number; file?: string; kept: number};
};
