// The questions about the time of a reminder, and when a paused reminder or job goes on.
import {isWatching} from '../../../shared/records/jobs/starting-event.ts';
import type {CommandPorts} from '../command-ports.ts';
import {askFor} from '../overlays/ask.ts';
import type {Pointed} from './pointed.ts';

export const PAUSE_UNTIL = {
  label: () => 'pause until a time',
  refusal: ({reminder, job}: Pointed): string | undefined => {
    if (job !== undefined) return undefined;
    if (reminder === undefined) return 'not a job or a reminder';
    return reminder.repeat === undefined && !isWatching(reminder) ? 'the reminder does not repeat' : undefined;
  },
  run: (ports: CommandPorts, {reminder, job}: Pointed): void => {
    if (job !== undefined) {
      const {name} = job.job;
      askFor(ports, {kind: 'pause', of: {kind: 'job', name}, message: name});
    } else if (reminder !== undefined) {
      const {id, message} = reminder;
      askFor(ports, {kind: 'pause', of: {kind: 'reminder', id}, message});
    }
  },
};

export const askWhen = (ports: CommandPorts, {reminder}: Pointed, kind: 'snooze' | 'move' | 'reword'): void => {
  if (reminder === undefined) return;
  const {id, message, repeat} = reminder;
  askFor(ports, kind === 'move' && repeat !== undefined ? {kind, id, message, repeats: true} : {kind, id, message});
};
