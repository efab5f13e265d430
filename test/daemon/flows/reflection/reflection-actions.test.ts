import {expect, test} from 'vitest';
import {createReflectionActions} from '../../../../src/daemon/flows/reflection/reflection-actions.ts';
import {createFolder} from '../../../../src/daemon/workspace/folder.ts';
import {createWebCache} from '../../../../src/daemon/workspace/web-cache.ts';
import type {Session} from '../../../../src/shared/records/session.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {tempDir} from '../../../support/temp-dir.ts';

const MAIN = 'rooster:main';
const DM = 'rooster:dm:signal:alice-uuid';
const GROUP = 'rooster:group:signal:AAEC';

test('a reflection manages pages of its conversation and of those without reflections, not other pages', async () => {
  using home = tempDir();
  const cache = createWebCache({files: createFolder(home.path), clock: fakeClock(), log: memoryLog()});
  for (const session of [MAIN, DM, GROUP] as const) {
    await cache.save({url: `https://example.org/${session}`, title: session, text: 'x'}, session);
  }
  const sessions = [
    {key: MAIN, kind: 'main', trust: 'full'},
    {key: DM, kind: 'dm', trust: 'full'},
    {key: GROUP, kind: 'group', trust: 'familiar'},
  ] as const;
  const store = {
    sessions: {list: () => sessions as unknown as readonly Session[]},
  } as unknown as Parameters<typeof createReflectionActions>[0]['store'];
  const actions = createReflectionActions({store, cache});
  const titles = async (session: typeof MAIN | typeof DM, trust: 'full' | 'inner') =>
    (await actions.pagesFor({session, trust})).map(({title}) => title).toSorted();
  expect(await titles(MAIN, 'full')).toEqual([GROUP, MAIN]);
  expect(await titles(DM, 'full')).toEqual([DM, GROUP]);
  expect(await titles(DM, 'inner')).toEqual([]);
});
