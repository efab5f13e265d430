import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {createMemoryWrite} from '../../../src/daemon/tools/files/memory-write.ts';
import {createFileRights} from '../../../src/daemon/tools/files/private-files.ts';
import {toolContext} from '../../support/tool-context.ts';
import {toolWorkspace} from '../../support/tool-workspace.ts';

const open = () => {
  const fixture = toolWorkspace();
  const tool = createMemoryWrite({
    files: fixture.files,
    limits: fixture.limits,
    rights: createFileRights(() => undefined),
  });
  return {
    ...fixture,
    write: (input: unknown, by = toolContext()) => tool.run(input, by),
    memory: (path = 'MEMORY.md') => fixture.files.read(path),
    [Symbol.dispose]: () => fixture[Symbol.dispose](),
  };
};

const bob = toolContext({trust: 'inner', user: 'bob', session: 'rooster:cron:reflection-rooster_dm_signal_bob-uuid'});

test('the whole memory is replaced, and the answer says how much space is left', async () => {
  using fixture = open();
  await fixture.files.write('MEMORY.md', '# Memory\n\nold\n');
  expect(await fixture.write({content: '\n# Memory\n\nAlice likes figs.\n\n'})).toEqual({
    ok: true,
    text: 'MEMORY.md has 28 of 12,000 characters now.',
  });
  expect(await fixture.memory()).toBe('# Memory\n\nAlice likes figs.\n');
});

test('a section is replaced up to the next heading of its level or above; the rest stays', async () => {
  using fixture = open();
  await fixture.files.write(
    'MEMORY.md',
    '# Memory\n\n## People\n\n- Bob\n\n### Close\n\n- Carol\n\n## Plans\n\n- garden\n',
  );
  expect((await fixture.write({section: 'people', content: '- Bob moved\n'})).ok).toBe(true);
  expect(await fixture.memory()).toBe('# Memory\n\n## People\n\n- Bob moved\n\n## Plans\n\n- garden\n');
});

test('a new section goes to the end, even of an empty memory; an emptied one is removed with its heading', async () => {
  using fixture = open();
  await fixture.write({section: 'People', content: '- Bob'});
  await fixture.write({section: 'Plans', content: '- garden'});
  expect(await fixture.memory()).toBe('# Memory\n\n## People\n\n- Bob\n\n## Plans\n\n- garden\n');
  await fixture.write({section: 'People', content: ' '});
  expect(await fixture.memory()).toBe('# Memory\n\n## Plans\n\n- garden\n');
});

test("the memory can't grow huge or be emptied; an overlong one may be shortened", async () => {
  using fixture = open();
  await fixture.write({content: 'short'});
  for (const input of [{content: 'x'.repeat(12_001)}, {section: 'More', content: 'x'.repeat(12_000)}]) {
    expect(await fixture.write(input)).toMatchObject({ok: false, text: expect.stringContaining('has room for 12,000')});
  }
  expect(await fixture.write({content: ' \n'})).toMatchObject({
    ok: false,
    text: expect.stringContaining('forget everything'),
  });
  expect(await fixture.write({section: 'a\n# b', content: 'x'})).toMatchObject({ok: false});
  expect(await fixture.memory()).toBe('short\n');
  await fixture.files.write('MEMORY.md', 'x'.repeat(20_000));
  expect((await fixture.write({content: 'x'.repeat(15_000)})).ok).toBe(true);
  expect((await fixture.write({content: 'x'.repeat(15_000)})).ok).toBe(false);
});

test('notes about one person are kept for that person only; the private memory needs full trust', async () => {
  using fixture = open();
  await fixture.write({content: 'Alice’s secret'});
  expect(await fixture.write({section: 'Plans', content: 'Bob wants a boat'}, bob)).toMatchObject({
    ok: true,
    text: expect.stringContaining('memory/bob.md'),
  });
  expect(await fixture.memory()).toBe('Alice’s secret\n');
  expect(await fixture.memory('memory/bob.md')).toBe('# Memory\n\n## Plans\n\nBob wants a boat\n');
  const {user: _, ...nobody} = bob;
  expect((await fixture.write({content: 'x'}, nobody)).ok).toBe(false);
  expect((await fixture.write({content: 'x'}, {...bob, trust: 'familiar'})).ok).toBe(false);
  expect(readdirSync(`${fixture.root}/memory`)).toEqual(['bob.md']);
});

test("a person's memory is neither readable nor visible for other people", async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('memory/bob.md', 'Bob wants a boat');
  await fixture.files.write('memory/dave.md', 'Dave wants a house');
  const talk = toolContext({trust: 'inner', user: 'bob', session: 'rooster:dm:signal:bob-uuid'});
  expect((await fixture.read({path: 'memory/bob.md'}, talk)).text).toBe('Bob wants a boat');
  expect(await fixture.read({path: 'memory/dave.md'}, talk)).toEqual({
    ok: false,
    text: 'memory/dave.md is about someone else.',
  });
  expect((await fixture.write({path: 'memory/dave.md', content: 'x'}, talk)).ok).toBe(false);
  expect((await fixture.list({path: 'memory'}, talk)).text).toBe('memory/bob.md (16 bytes)');
  expect((await fixture.read({path: 'memory/dave.md'})).text).toBe('Dave wants a house');
});
