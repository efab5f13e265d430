// The client side of the control: a test's commands to a running stand-in.
import {request} from 'node:http';
import type {Call, OnOwnPhone, Rule} from '../signal/server.ts';
import type {Switches} from '../signal/switches.ts';

export type Control = ReturnType<typeof controlAt>;

export type StandInState = {
  readonly pid: number;
  readonly account: string | null;
  readonly receiving: boolean;
  readonly queueLength: number;
  readonly connections: number;
};

/** `where` is the value of SIGNAL_STAND_IN_CONTROL: a port on loopback, or a path. */
export const controlAt = (where: string) => {
  const say = (verb: string, body?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const place = where.includes('/') ? {socketPath: where} : {host: '127.0.0.1', port: Number(where)};
      const asking = request({...place, path: `/${verb}`, method: 'POST', agent: false}, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`the stand-in refused ${verb}: ${JSON.stringify(answer)}`));
        });
      });
      asking.on('error', reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return {
    enqueue: async (...received: readonly unknown[]): Promise<void> => void (await say('enqueue', received)),
    flush: async (): Promise<void> => void (await say('flush')),
    queueLength: async (): Promise<number> => (await say('queueLength')) as number,
    calls: async (method?: string): Promise<readonly Call[]> =>
      ((await say('calls')) as readonly Call[]).filter(call => method === undefined || call.method === method),
    ownPhone: async (): Promise<readonly OnOwnPhone[]> => (await say('ownPhone')) as readonly OnOwnPhone[],
    rule: async (rule: Rule): Promise<void> => void (await say('rule', rule)),
    forgetRules: async (): Promise<void> => void (await say('forgetRules')),
    set: async (switches: Partial<Switches>): Promise<void> => void (await say('set', switches)),
    state: async (): Promise<StandInState> => (await say('state')) as StandInState,
    raw: async (fault: {text: string; repeat?: number; close?: boolean}): Promise<void> =>
      void (await say('raw', fault)),
    dropConnections: async (): Promise<void> => void (await say('dropConnections')),
    dropStreams: async (how: 'fin' | 'rst'): Promise<void> => void (await say('dropStreams', how)),
    exit: async (end: {code: number; stderr?: string; afterMs?: number}): Promise<void> =>
      void (await say('exit', end)),
    unlink: async (): Promise<void> => void (await say('unlink')),
  };
};
