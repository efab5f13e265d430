// Ink can release and retake the terminal only from inside a component: this exposes that.
import {useApp} from 'ink';
import {useEffect} from 'react';

export type SuspendTerminal = (meanwhile: () => void | Promise<void>) => Promise<void>;

export const useSuspend = (register: (suspend: SuspendTerminal) => void): void => {
  const {suspendTerminal} = useApp();
  useEffect(() => {
    register(async meanwhile => {
      await suspendTerminal(async () => meanwhile());
    });
  }, [register, suspendTerminal]);
};
