// Builds the two sides of a daemon that is not alone: a second machine follows it, or it took over from a first one.
import {dialHost} from '../../../ipc/socket/dial-host.ts';
import {createFollowed} from '../../replica/followed.ts';
import {tellOldMachine} from '../../replica/old-machine.ts';
import {copyDatabase} from '../../store/backup/make-backup.ts';
import type {Base, ServicesPart} from '../parts.ts';

export const buildReplica = ({
  core,
  open,
  places,
  clock,
  log,
  version,
  onStop,
}: Base): ServicesPart['replica'] & AsyncDisposable => {
  const {store} = core;
  const followed = createFollowed({
    ...{places, clock, log, store, commitLog: open.commitLog, refuseChanges: open.refuseChanges},
    copyDatabase,
    restart: () => onStop('restart'),
  });
  const oldMachine = tellOldMachine({
    ...{store, clock, log, version},
    // One that doesn't run does nothing, and waits for this one when it starts.
    dial: (host, signal) => dialHost(host, {starts: false, mayAsk: false, signal}),
  });
  return {
    followed,
    oldMachine,
    [Symbol.asyncDispose]: async () => {
      await oldMachine[Symbol.asyncDispose]();
      followed[Symbol.dispose]();
    },
  };
};
