// What needs more of Node than a socket (files, processes, a terminal's keys) is loaded through this one door, when it is
// first used: most verbs never do, and each file more that they load costs them a millisecond.

import {createDaemonProgram} from '../client/daemon-program.ts';
import {backUp, restore} from '../commands/backup.ts';
import {completion} from '../commands/completion.ts';
import {linkSignal} from '../commands/signal-link.ts';
import {ringPhone} from '../commands/signal-ring.ts';
import {openPrompt} from '../conversation/prompt.ts';
import {daemonStatus, restartDaemon, runDaemon, startDaemon, stopDaemon} from './daemon.ts';
import {doctor} from './doctor.ts';
import {installUnit, uninstallUnit} from './install.ts';
import {showLogs} from './logs.ts';

export const HEAVY = {
  openPrompt,
  createDaemonProgram,
  completion,
  linkSignal,
  ringPhone,
  runDaemon,
  startDaemon,
  stopDaemon,
  restartDaemon,
  daemonStatus,
  showLogs,
  installUnit,
  uninstallUnit,
  doctor,
  backUp,
  restore,
} as const;
