// A home's fleet, as `rooster doctor` hears of it from the daemon's program (`check-fleet`).

/** Empty for a home without the setting. `unasked`: the reason why PostgreSQL couldn't be asked from here. */
export type FleetReport = {
  readonly mistaken?: string;
  readonly unasked?: string;
  readonly postgres?: {
    readonly host: string;
    readonly encrypted: boolean;
    /** Absent if it answers. */
    readonly trouble?: string;
    /** The version of its tables, 0 without any, and that of this program. */
    readonly tables?: number;
    readonly newest: number;
  };
  readonly cells?: readonly CellReport[];
};

export type CellReport = {
  readonly cell: string;
  /** Of a cell that has a home of its own below this one. */
  readonly home?: string | undefined;
  /** The machine whose daemon held it last, its address, and whether it is this home. */
  readonly host?: string;
  readonly address?: string | undefined;
  readonly isHere?: boolean;
  readonly isHeld?: boolean;
  /** Of the changes since the newest snapshot. */
  readonly logBytes?: number;
};
