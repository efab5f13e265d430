// Ink gives the terminal back and takes it again only from inside of it: this hands that on.
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
