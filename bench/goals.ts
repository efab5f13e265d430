// All goals, in the order in which they are measured: what needs a quiet machine first.
import type {Goal} from './goal.ts';
import {fleetAppend} from './goals/f1-fleet-append.ts';
import {secondMachine} from './goals/f2-second-machine.ts';
import {storeAdd} from './goals/p01-store-add.ts';
import {durableCall} from './goals/p02-durable-call.ts';
import {flatAdd} from './goals/p03-flat-add.ts';
import {allDue} from './goals/p04-all-due.ts';
import {fireLag} from './goals/p05-fire-lag.ts';
import {idleMemory} from './goals/p07-idle-memory.ts';
import {pendingMemory} from './goals/p08-pending-memory.ts';
import {idleWork} from './goals/p09-idle-work.ts';
import {daemonStart} from './goals/p10-daemon-start.ts';
import {overdueStart} from './goals/p11-overdue-start.ts';
import {oneCommand} from './goals/p12-one-command.ts';
import {roundTrip} from './goals/p13-round-trip.ts';
import {fanOut} from './goals/p14-fan-out.ts';
import {stuckClient} from './goals/p15-stuck-client.ts';
import {firstFrame} from './goals/p16-first-frame.ts';
import {seriesDue} from './goals/r1-series-due.ts';
import {seriesMemory} from './goals/r2-series-memory.ts';
import {httpDoor} from './goals/r3-http-door.ts';
import {calendarImport} from './goals/r4-calendar-import.ts';
import {signalCrowd} from './goals/s1-signal-crowd.ts';
import {terminal} from './goals/t1-terminal.ts';

export const GOALS: readonly Goal[] = [
  daemonStart,
  oneCommand,
  firstFrame,
  idleMemory,
  seriesMemory,
  pendingMemory,
  idleWork,
  roundTrip,
  fanOut,
  stuckClient,
  httpDoor,
  storeAdd,
  durableCall,
  flatAdd,
  allDue,
  seriesDue,
  calendarImport,
  overdueStart,
  fireLag,
  terminal,
  signalCrowd,
  fleetAppend,
  secondMachine,
];
