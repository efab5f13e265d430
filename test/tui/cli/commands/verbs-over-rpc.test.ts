import {expect, test} from 'vitest';
import type {Result} from '../../../../src/ipc/method-table.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../rooster.ts';

const reminder = {
  id: 'rem_1',
  fireAt: '2026-11-21T11:20:00.000Z',
  message: 'stretch',
  mode: 'verbatim',
  delivery: ['terminal:default'],
  sourceSession: 'a:main',
  createdAt: '2026-11-21T11:00:00.000Z',
  state: 'pending',
  zone: 'Europe/Berlin',
} as const;

test("--json prints exactly the method's result, on one line in a pipe", async () => {
  const {out, code} = await rooster(['reminders', '--json'], {
    answers: {'reminder.list': () => ({reminders: [reminder]})},
  });
  expect(code).toBe(0);
  expect(out()).toBe(`${JSON.stringify({reminders: [reminder]})}\n`);
});

test('a list shows ids, local times with their distance, and fits the terminal', async () => {
  const {out} = await rooster(['reminders'], {
    answers: {'reminder.list': () => ({reminders: [reminder, {...reminder, id: 'rem_2', message: 'x'.repeat(100)}]})},
    terminal: {columns: 80},
  });
  const [titles, first, second] = out().split('\n');
  expect(titles).toMatch(/^ID +WHEN +STATE +TO +TEXT$/u);
  expect(first).toMatch(/^rem_1 {2}today 11:20 \(in 20m\) +pending +the terminal/u);
  expect(second).toHaveLength(80);
});

test('a table never wraps, and shows the last six characters of ids, which commands accept', async () => {
  const ids = ['run_aaaaaabbbbbbcccccd01', 'run_aaaaaabxxxxxcccccd02'] as const;
  const runs = ids.map(id => ({
    id,
    kind: 'reflection',
    name: 'rooster:dm:signal:22222222-2222-4222-8222-222222222222',
    session: 'rooster:main',
    status: 'skipped',
    scheduledFor: '2026-11-20T10:01:00.000Z',
    startedAt: '2026-11-20T10:01:00.000Z',
    endedAt: '2026-11-20T10:01:10.000Z',
    attempt: 2,
    late: true,
    output: 'Nothing was said since.',
  }));
  const answers = {
    'id.find': idsAmong(ids.map(id => ({id, label: 'reflection'}))),
    'run.list': () => ({runs}),
    'run.get': ({id}: {id: string}) => {
      const run = runs.find(one => one.id === id);
      if (run === undefined) throw new GatewayError('not_found', `No run ${id}.`);
      return {...run, transcript: [], deliveries: []};
    },
  } as TestWorldOptions['answers'];
  for (const columns of [80, 60, 40, 24]) {
    const {out} = await rooster(['runs'], {answers, terminal: {columns}});
    const lines = out().trimEnd().split('\n');
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(columns);
  }
  const firstColumn = (text: string): readonly string[] => text.split('\n').map(line => line.split(' ')[0] ?? '');
  const {out} = await rooster(['runs'], {answers, terminal: {columns: 80}});
  expect(firstColumn(out()).slice(1, 3)).toEqual(['cccd01', 'cccd02']);
  expect(firstColumn((await rooster(['runs'], {answers})).out()).slice(1, 3)).toEqual(['cccd01', 'cccd02']);
  expect((await rooster(['runs', 'show', 'cccd02'], {answers})).out()).toContain(ids[1]);
  await expect(rooster(['runs', 'show', 'aaaaaab'], {answers})).rejects.toThrow(
    '"aaaaaab" matches 2: cccd01 (reflection), cccd02 (reflection). Use an ID or a unique word.',
  );
});

test("a list longer than one response is read to its end, or says that it isn't", async () => {
  const many = Array.from({length: 2_500}, (_, index) => ({...reminder, id: `rem_${index}` as const}));
  const answers = {
    'reminder.list': ({after, limit = 100}: {after?: string; limit?: number}) => {
      const start = many.findIndex(({id}) => id === after) + 1;
      const reminders = many.slice(start, start + limit);
      return {reminders, ...(start + limit < many.length ? {more: true} : {})};
    },
  };
  const some = await rooster(['reminders', 'list', '--limit', '1200'], {answers});
  expect(some.code).toBe(0);
  expect(some.out().trim().split('\n')).toHaveLength(1_202);
  expect(some.out()).toContain(
    'ID        WHEN                  STATE    TO            TEXT\nrem_0     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_2     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_3     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_4     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_5     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_6     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_7     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_8     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_9     today 11:20 (in 20m)  pending  the terminal  stretch\nrem_10    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_11    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_12    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_13    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_14    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_15    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_16    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_17    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_18    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_19    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_20    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_21    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_22    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_23    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_24    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_25    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_26    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_27    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_28    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_29    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_30    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_31    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_32    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_33    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_34    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_35    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_36    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_37    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_38    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_39    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_40    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_41    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_42    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_43    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_44    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_45    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_46    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_47    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_48    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_49    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_50    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_51    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_52    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_53    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_54    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_55    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_56    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_57    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_58    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_59    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_60    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_61    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_62    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_63    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_64    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_65    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_66    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_67    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_68    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_69    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_70    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_71    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_72    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_73    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_74    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_75    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_76    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_77    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_78    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_79    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_80    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_81    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_82    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_83    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_84    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_85    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_86    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_87    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_88    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_89    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_90    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_91    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_92    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_93    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_94    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_95    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_96    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_97    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_98    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_99    today 11:20 (in 20m)  pending  the terminal  stretch\nrem_100   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_101   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_102   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_103   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_104   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_105   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_106   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_107   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_108   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_109   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_110   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_111   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_112   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_113   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_114   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_115   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_116   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_117   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_118   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_119   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_120   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_121   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_122   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_123   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_124   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_125   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_126   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_127   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_128   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_129   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_130   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_131   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_132   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_133   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_134   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_135   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_136   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_137   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_138   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_139   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_140   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_141   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_142   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_143   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_144   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_145   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_146   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_147   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_148   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_149   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_150   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_151   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_152   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_153   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_154   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_155   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_156   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_157   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_158   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_159   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_160   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_161   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_162   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_163   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_164   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_165   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_166   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_167   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_168   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_169   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_170   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_171   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_172   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_173   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_174   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_175   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_176   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_177   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_178   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_179   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_180   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_181   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_182   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_183   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_184   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_185   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_186   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_187   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_188   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_189   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_190   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_191   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_192   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_193   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_194   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_195   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_196   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_197   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_198   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_199   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_200   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_201   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_202   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_203   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_204   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_205   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_206   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_207   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_208   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_209   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_210   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_211   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_212   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_213   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_214   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_215   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_216   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_217   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_218   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_219   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_220   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_221   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_222   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_223   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_224   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_225   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_226   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_227   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_228   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_229   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_230   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_231   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_232   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_233   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_234   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_235   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_236   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_237   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_238   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_239   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_240   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_241   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_242   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_243   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_244   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_245   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_246   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_247   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_248   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_249   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_250   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_251   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_252   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_253   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_254   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_255   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_256   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_257   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_258   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_259   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_260   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_261   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_262   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_263   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_264   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_265   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_266   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_267   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_268   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_269   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_270   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_271   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_272   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_273   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_274   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_275   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_276   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_277   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_278   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_279   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_280   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_281   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_282   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_283   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_284   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_285   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_286   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_287   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_288   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_289   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_290   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_291   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_292   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_293   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_294   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_295   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_296   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_297   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_298   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_299   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_300   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_301   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_302   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_303   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_304   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_305   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_306   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_307   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_308   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_309   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_310   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_311   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_312   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_313   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_314   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_315   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_316   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_317   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_318   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_319   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_320   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_321   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_322   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_323   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_324   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_325   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_326   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_327   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_328   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_329   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_330   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_331   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_332   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_333   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_334   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_335   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_336   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_337   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_338   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_339   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_340   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_341   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_342   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_343   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_344   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_345   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_346   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_347   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_348   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_349   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_350   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_351   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_352   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_353   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_354   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_355   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_356   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_357   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_358   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_359   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_360   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_361   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_362   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_363   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_364   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_365   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_366   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_367   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_368   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_369   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_370   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_371   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_372   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_373   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_374   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_375   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_376   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_377   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_378   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_379   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_380   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_381   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_382   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_383   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_384   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_385   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_386   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_387   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_388   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_389   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_390   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_391   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_392   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_393   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_394   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_395   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_396   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_397   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_398   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_399   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_400   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_401   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_402   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_403   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_404   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_405   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_406   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_407   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_408   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_409   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_410   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_411   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_412   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_413   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_414   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_415   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_416   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_417   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_418   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_419   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_420   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_421   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_422   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_423   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_424   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_425   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_426   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_427   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_428   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_429   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_430   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_431   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_432   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_433   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_434   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_435   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_436   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_437   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_438   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_439   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_440   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_441   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_442   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_443   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_444   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_445   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_446   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_447   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_448   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_449   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_450   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_451   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_452   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_453   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_454   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_455   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_456   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_457   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_458   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_459   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_460   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_461   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_462   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_463   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_464   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_465   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_466   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_467   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_468   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_469   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_470   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_471   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_472   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_473   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_474   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_475   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_476   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_477   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_478   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_479   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_480   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_481   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_482   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_483   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_484   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_485   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_486   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_487   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_488   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_489   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_490   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_491   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_492   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_493   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_494   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_495   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_496   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_497   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_498   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_499   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_500   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_501   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_502   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_503   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_504   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_505   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_506   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_507   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_508   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_509   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_510   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_511   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_512   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_513   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_514   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_515   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_516   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_517   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_518   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_519   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_520   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_521   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_522   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_523   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_524   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_525   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_526   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_527   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_528   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_529   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_530   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_531   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_532   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_533   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_534   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_535   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_536   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_537   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_538   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_539   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_540   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_541   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_542   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_543   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_544   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_545   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_546   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_547   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_548   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_549   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_550   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_551   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_552   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_553   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_554   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_555   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_556   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_557   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_558   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_559   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_560   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_561   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_562   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_563   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_564   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_565   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_566   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_567   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_568   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_569   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_570   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_571   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_572   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_573   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_574   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_575   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_576   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_577   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_578   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_579   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_580   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_581   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_582   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_583   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_584   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_585   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_586   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_587   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_588   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_589   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_590   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_591   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_592   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_593   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_594   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_595   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_596   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_597   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_598   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_599   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_600   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_601   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_602   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_603   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_604   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_605   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_606   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_607   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_608   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_609   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_610   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_611   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_612   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_613   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_614   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_615   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_616   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_617   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_618   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_619   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_620   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_621   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_622   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_623   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_624   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_625   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_626   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_627   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_628   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_629   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_630   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_631   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_632   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_633   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_634   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_635   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_636   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_637   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_638   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_639   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_640   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_641   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_642   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_643   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_644   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_645   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_646   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_647   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_648   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_649   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_650   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_651   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_652   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_653   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_654   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_655   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_656   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_657   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_658   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_659   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_660   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_661   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_662   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_663   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_664   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_665   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_666   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_667   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_668   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_669   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_670   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_671   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_672   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_673   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_674   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_675   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_676   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_677   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_678   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_679   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_680   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_681   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_682   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_683   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_684   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_685   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_686   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_687   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_688   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_689   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_690   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_691   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_692   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_693   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_694   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_695   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_696   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_697   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_698   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_699   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_700   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_701   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_702   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_703   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_704   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_705   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_706   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_707   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_708   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_709   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_710   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_711   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_712   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_713   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_714   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_715   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_716   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_717   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_718   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_719   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_720   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_721   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_722   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_723   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_724   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_725   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_726   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_727   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_728   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_729   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_730   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_731   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_732   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_733   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_734   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_735   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_736   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_737   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_738   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_739   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_740   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_741   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_742   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_743   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_744   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_745   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_746   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_747   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_748   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_749   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_750   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_751   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_752   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_753   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_754   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_755   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_756   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_757   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_758   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_759   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_760   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_761   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_762   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_763   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_764   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_765   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_766   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_767   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_768   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_769   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_770   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_771   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_772   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_773   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_774   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_775   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_776   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_777   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_778   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_779   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_780   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_781   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_782   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_783   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_784   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_785   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_786   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_787   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_788   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_789   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_790   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_791   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_792   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_793   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_794   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_795   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_796   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_797   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_798   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_799   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_800   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_801   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_802   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_803   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_804   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_805   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_806   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_807   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_808   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_809   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_810   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_811   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_812   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_813   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_814   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_815   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_816   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_817   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_818   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_819   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_820   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_821   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_822   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_823   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_824   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_825   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_826   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_827   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_828   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_829   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_830   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_831   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_832   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_833   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_834   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_835   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_836   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_837   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_838   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_839   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_840   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_841   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_842   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_843   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_844   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_845   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_846   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_847   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_848   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_849   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_850   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_851   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_852   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_853   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_854   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_855   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_856   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_857   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_858   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_859   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_860   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_861   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_862   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_863   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_864   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_865   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_866   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_867   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_868   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_869   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_870   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_871   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_872   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_873   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_874   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_875   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_876   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_877   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_878   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_879   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_880   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_881   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_882   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_883   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_884   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_885   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_886   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_887   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_888   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_889   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_890   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_891   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_892   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_893   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_894   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_895   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_896   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_897   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_898   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_899   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_900   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_901   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_902   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_903   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_904   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_905   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_906   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_907   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_908   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_909   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_910   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_911   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_912   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_913   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_914   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_915   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_916   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_917   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_918   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_919   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_920   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_921   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_922   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_923   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_924   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_925   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_926   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_927   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_928   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_929   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_930   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_931   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_932   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_933   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_934   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_935   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_936   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_937   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_938   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_939   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_940   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_941   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_942   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_943   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_944   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_945   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_946   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_947   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_948   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_949   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_950   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_951   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_952   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_953   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_954   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_955   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_956   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_957   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_958   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_959   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_960   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_961   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_962   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_963   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_964   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_965   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_966   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_967   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_968   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_969   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_970   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_971   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_972   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_973   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_974   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_975   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_976   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_977   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_978   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_979   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_980   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_981   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_982   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_983   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_984   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_985   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_986   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_987   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_988   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_989   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_990   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_991   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_992   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_993   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_994   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_995   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_996   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_997   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_998   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_999   today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1000  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1001  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1002  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1003  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1004  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1005  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1006  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1007  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1008  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1009  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1010  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1011  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1012  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1013  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1014  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1015  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1016  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1017  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1018  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1019  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1020  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1021  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1022  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1023  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1024  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1025  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1026  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1027  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1028  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1029  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1030  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1031  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1032  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1033  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1034  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1035  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1036  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1037  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1038  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1039  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1040  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1041  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1042  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1043  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1044  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1045  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1046  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1047  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1048  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1049  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1050  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1051  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1052  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1053  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1054  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1055  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1056  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1057  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1058  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1059  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1060  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1061  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1062  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1063  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1064  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1065  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1066  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1067  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1068  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1069  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1070  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1071  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1072  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1073  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1074  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1075  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1076  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1077  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1078  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1079  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1080  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1081  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1082  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1083  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1084  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1085  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1086  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1087  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1088  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1089  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1090  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1091  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1092  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1093  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1094  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1095  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1096  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1097  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1098  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1099  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1100  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1101  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1102  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1103  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1104  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1105  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1106  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1107  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1108  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1109  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1110  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1111  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1112  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1113  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1114  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1115  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1116  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1117  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1118  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1119  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1120  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1121  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1122  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1123  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1124  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1125  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1126  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1127  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1128  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1129  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1130  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1131  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1132  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1133  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1134  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1135  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1136  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1137  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1138  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1139  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1140  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1141  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1142  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1143  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1144  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1145  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1146  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1147  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1148  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1149  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1150  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1151  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1152  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1153  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1154  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1155  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1156  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1157  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1158  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1159  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1160  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1161  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1162  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1163  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1164  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1165  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1166  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1167  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1168  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1169  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1170  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1171  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1172  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1173  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1174  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1175  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1176  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1177  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1178  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1179  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1180  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1181  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1182  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1183  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1184  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1185  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1186  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1187  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1188  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1189  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1190  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1191  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1192  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1193  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1194  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1195  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1196  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1197  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1198  today 11:20 (in 20m)  pending  the terminal  stretch\nrem_1199  today 11:20 (in 20m)  pending  the terminal  stretch\nShowing 1200. For more: --limit N or --all.',
  );
  const all = await rooster(['reminders', '--all', '--json'], {answers});
  expect(JSON.parse(all.out())).toEqual({reminders: many});
  const first = await rooster(['reminders', '--json'], {answers});
  expect(JSON.parse(first.out())).toEqual({reminders: many.slice(0, 100), more: true});
  expect(first.err()).toContain('More available. Show all with --all.');
  const named = await rooster(['reminders', 'show', '2499'], {
    answers: {
      ...answers,
      'id.find': idsAmong(many.map(({id}) => ({id, label: ''}))),
      'reminder.get': ({id}) => ({...reminder, id}),
    },
  });
  expect(named.out()).toMatch(/^Id +rem_2499$/mu);
});

test("lists use the zone of the person at the terminal, and name it if the machine's differs", async () => {
  const before = process.env['TZ'];
  const berlin = {zone: 'Europe/Berlin', zoneEnv: process.env};
  const job = {
    name: 'morning',
    cron: '0 8 * * *',
    zone: 'Europe/Berlin',
    message: 'What matters?',
    deliver: ['terminal:default'],
    announce: 'rephrase',
    missed: 'skip',
    overlap: 'skip',
    enabled: true,
    paused: false,
    preTools: [],
    retry: 'auto',
    carryLastOutput: false,
    origin: 'cron/morning.md',
    nextAt: '2026-11-22T07:00:00.000Z',
  } as const;
  try {
    const listed = await rooster(['reminders'], {
      ...berlin,
      answers: {'reminder.list': () => ({reminders: [reminder]})},
    });
    expect(listed.out()).toMatch(/^ID +WHEN \(Europe\/Berlin\) .*\nrem_1 +today 12:20 \(in 20m\)/u);
    process.env['TZ'] = before;
    const jobs = await rooster(['cron', 'list'], {
      ...berlin,
      answers: {'cron.list': () => ({jobs: [job], invalid: []})},
    });
    expect(jobs.out()).toMatch(/^NAME +WHEN \(Europe\/Berlin\) .*\nmorning +tomorrow 08:00/u);
    process.env['TZ'] = before;
    const trace = await rooster(['why', 'rem_1'], {
      ...berlin,
      answers: {why: () => ({steps: [{at: '2026-11-21T10:00:00.000Z', what: 'set', id: 'rem_1', kind: 'reminder'}]})},
    });
    expect(trace.out()).toBe('Times are in Europe/Berlin.\n11:00:00  set  rem_1\n');
    process.env['TZ'] = before;
    const same = await rooster(['reminders'], {
      zone: 'Etc/UTC',
      zoneEnv: process.env,
      answers: {'reminder.list': () => ({reminders: [reminder]})},
    });
    expect(same.out()).toMatch(/^ID +WHEN {2,}STATE.*\nrem_1 +today 11:20 /u);
  } finally {
    process.env['TZ'] = before;
  }
});

test('a single reminder uses one zone, its own', async () => {
  const at = '2026-11-21T10:59:00.000Z';
  const fired = {...reminder, state: 'fired', fireAt: at, firedAt: at} as const;
  const {out} = await rooster(['reminders', 'show', 'rem_1'], {answers: {'reminder.get': () => fired}});
  expect(out()).toMatch(/^Due +today 11:59 CET/mu);
  expect(out()).toMatch(/^Rang +today 11:59 \(1:00 ago\)/mu);
  expect(out()).toMatch(/^Set +today 12:00 \(now\)/mu);
});

test.each([
  [['reminders'], 'reminder.list', {reminders: []}, 'rooster remind 20m'],
  [
    ['alarms'],
    'alarm.list',
    {alarms: []},
    'No alarms. The agent sets them for itself. To set one yourself: rooster alarms set 20m "look at the build"',
  ],
  [['sessions'], 'session.list', {sessions: []}, 'rooster chat'],
  [['runs'], 'run.list', {runs: []}, 'No runs yet. Reminders, jobs, alarms and heartbeats appear here when they run.'],
  [['outbox'], 'outbox.list', {deliveries: []}, 'The outbox is empty'],
  [['cron'], 'cron.list', {jobs: [], invalid: []}, 'rooster cron add'],
])('an empty list of `rooster %s` explains what it shows', async (argv, method, result, words) => {
  const {out} = await rooster(argv, {answers: {[method]: () => result}});
  expect(out()).toContain(words);
});

test('the outbox begins with what quiet hours hold back, and a held message is released by its id', async () => {
  const held = {
    id: 'run_abcdefghijklmnopqrst',
    person: 'alice',
    text: 'Rain.',
    createdAt: '2026-11-21T22:00:00.000Z',
    untilAt: '2026-11-22T06:00:00.000Z',
  } as const;
  const listed = await rooster(['outbox'], {answers: {'outbox.list': () => ({deliveries: [], waiting: [held]})}});
  expect(listed.out()).toMatch(
    /^Waits for alice until .*: Rain\. {2}\(now: rooster outbox release run_abcdefghijklmnopqrst\)\n$/u,
  );
  const released = await rooster(['outbox', 'release', held.id], {answers: {'reach.digest': () => ({waiting: 1})}});
  expect(released.daemon.asked).toEqual([['reach.digest', {id: held.id}]]);
  expect(released.out()).toBe('Released run_abcdefghijklmnopqrst. It is sent now.\n');
});

test('a reminder is verbatim unless the agent is to answer it, and its understood time is confirmed', async () => {
  const answers = {'reminder.set': () => reminder};
  const plain = await rooster(['remind', '20m', 'stretch'], {answers});
  expect(plain.daemon.asked).toEqual([['reminder.set', {when: '20m', message: 'stretch', mode: 'verbatim'}]]);
  expect(plain.out()).toBe(
    'Reminder rem_1 is set for today 12:20 CET (Europe/Berlin), in 20 minutes: stretch\nIt will be delivered word for word to the terminal.\n',
  );
  const noted = await rooster(['remind', '3:20 PST', 'stretch'], {
    answers: {'reminder.set': () => ({...reminder, note: '03:20 PST, UTC−8'})},
  });
  expect(noted.out()).toContain('today 12:20 CET (Europe/Berlin), in 20 minutes (03:20 PST, UTC−8): stretch\n');
  const asked = await rooster(['remind', '20m', 'x', '--agent', '--user', 'bob', '--to', 'signal:bob'], {answers});
  expect(asked.daemon.asked).toEqual([
    ['reminder.set', {when: '20m', message: 'x', mode: 'agent', user: 'bob', to: 'signal:bob'}],
  ]);
});

test.each([
  [['remind', '20m', 'x', '--to', 'nowhere'], '"nowhere" isn\'t an address'],
  [['reminders', 'cancel', 'dlv_1'], '"dlv_1" is the wrong kind of ID (use one that starts with rem_)'],
  [['reminders', '--limit', 'many'], '--limit takes a whole number of at least 1, not "many"'],
  [['inject', 'a:main', ' '], 'TEXT is empty'],
  [['inject', 'a:main', 'x', '--reply-to', 'nowhere'], '"nowhere" isn\'t an address'],
  [['inject', 'a:main', 'x', '--deliver', '--reply-to', 'signal:bob'], 'use either --deliver or --reply-to'],
  [['cron', 'preview', ' '], 'EXPR is empty'],
  [['watch', '--since', '-1'], '--since takes an event number, not "-1"'],
])('`rooster %j` is refused before any request', async (argv, sentence) => {
  await expect(rooster(argv, {})).rejects.toThrow(sentence);
});

test('`inject --dry` asks only for the preview, and prints the text for the model and what would follow', async () => {
  const preview = {
    session: 'a:main',
    message: '⟦Injected by the operator:⟧\nlook\n⟦End⟧',
    source: {kind: 'operator'},
    trust: 'inner',
    replyTo: 'signal:bob',
    effects: ['Starts a turn at once.', 'Sends the reply to signal:bob.'],
  } as const;
  const argv = ['inject', 'a:main', 'look', '--trust', 'inner', '--reply-to', 'signal:bob', '--dry'];
  const told = await rooster(argv, {answers: {'session.preview': () => preview}});
  expect(told.daemon.asked).toEqual([
    ['session.preview', {session: 'a:main', text: 'look', trust: 'inner', replyTo: 'signal:bob'}],
  ]);
  expect(told.out()).toBe(
    [
      'The model would get, in a:main:',
      '',
      preview.message,
      '',
      'What would follow:',
      ...preview.effects.map(effect => `  ${effect}`),
      'Dry run: nothing was stored or sent.',
      '',
    ].join('\n'),
  );
  const asJson = await rooster([...argv, '--json'], {answers: {'session.preview': () => preview}});
  expect(JSON.parse(asJson.out())).toEqual(preview);
});

test('an error of the daemon is the error of the command', async () => {
  const answers = {
    'reminder.cancel': () => {
      throw new GatewayError('not_found', 'No reminder rem_9.');
    },
  };
  const listed = {...answers, 'reminder.list': () => ({reminders: []})};
  await expect(rooster(['reminders', 'cancel', 'rem_9'], {answers: listed})).rejects.toThrow('No reminder rem_9.');
});

/** A daemon that understands only these times. */
const understanding = (...times: readonly string[]) => ({
  'reminder.preview': () => {
    throw new GatewayError('invalid', 'That says no time.', {fault: 'no-time'});
  },
  'reminder.set': ({when, message}: {readonly when?: string; readonly message: string}) => {
    if (when === 'yesterday') throw new GatewayError('invalid', 'The time of a reminder must be in the future.');
    if (!times.includes(when ?? '')) throw new GatewayError('invalid', `What is "${when}"?`, {fault: 'no-time'});
    return {...reminder, message};
  },
});

test.each([
  ['20 minutes tea', '20 minutes', 'tea'],
  ['in 20 minutes drink tea', 'in 20 minutes', 'drink tea'],
  ['tomorrow about the rent', 'tomorrow', 'about the rent'],
  ['tomorrow 9am call Bob', 'tomorrow 9am', 'call Bob'],
])('`remind %s` is parsed as %j, %j', async (line, when, message) => {
  const answers = understanding('20 minutes', 'in 20 minutes', 'tomorrow', 'tomorrow about', 'tomorrow 9am');
  const {daemon} = await rooster(['remind', ...line.split(' ')], {answers});
  expect(daemon.asked.at(-1)).toEqual(['reminder.set', {when, message, mode: 'verbatim'}]);
});

test("a time in quotes is taken whole, and an understood but refused time isn't shortened", async () => {
  const answers = understanding('in 5 minutes', 'tomorrow');
  const quoted = await rooster(['remind', 'in 5 minutes', 'tomorrow', 'too'], {answers});
  expect(quoted.daemon.asked).toEqual([
    ['reminder.set', {when: 'in 5 minutes', message: 'tomorrow too', mode: 'verbatim'}],
  ]);
  await expect(rooster(['remind', 'yesterday', 'a', 'b'], {answers})).rejects.toThrow('in the future');
  await expect(rooster(['remind', 'soon', 'a', 'b'], {answers})).rejects.toThrow('That says no time.');
});

const SERIES = {
  ...reminder,
  repeat: {rule: 'FREQ=DAILY', words: 'every day at 09:00', zone: 'Europe/Berlin', start: '2026-11-22T09:00:00'},
  next: ['2026-11-22T08:00:00.000Z', '2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'],
};

test('a sentence with a recurrence is read whole and confirmed with its next dates', async () => {
  const answers = {
    'reminder.preview': () => ({...SERIES, when: 'every day at 9', text: 'standup'}) as never,
    'reminder.set': () => SERIES as never,
  };
  const {daemon, out} = await rooster(['remind', 'standup', 'every', 'day', 'at', '9'], {answers});
  expect(daemon.asked).toContainEqual(['reminder.preview', {when: 'standup every day at 9'}]);
  expect(daemon.asked).toContainEqual(['reminder.set', {when: 'every day at 9', message: 'standup', mode: 'verbatim'}]);
  expect(out()).toContain('is set: stretch, every day at 09:00 (Europe/Berlin)');
  expect(out()).toContain('Next: tomorrow 09:00 CET, Mon 23 Nov 09:00 CET, Tue 24 Nov 09:00 CET.');
});

test.each([
  [['skip', 'rem_1'], 'reminder.skip', {id: 'rem_1'}, 'Skipped one occurrence of'],
  [
    ['skip', 'rem_1', '--at', '2026-11-23T08:00:00Z'],
    'reminder.skip',
    {id: 'rem_1', at: '2026-11-23T08:00:00Z'},
    'Next:',
  ],
  [['pause', 'rem_1'], 'reminder.pause', {id: 'rem_1'}, 'Resume it: rooster reminders resume'],
  [
    ['pause', 'rem_1', 'until', 'monday', 'at', '9'],
    'reminder.pause',
    {id: 'rem_1', until: 'until monday at 9'},
    'Resume it:',
  ],
  [['resume', 'rem_1'], 'reminder.resume', {id: 'rem_1'}, 'Resumed'],
  [['edit', 'rem_1', '--by', '5m'], 'reminder.edit', {id: 'rem_1', by: '5m'}, 'every day at 09:00'],
  [['edit', 'rem_1', '--by=-5m'], 'reminder.edit', {id: 'rem_1', by: '-5m'}, 'every day at 09:00'],
  [
    ['edit', 'rem_1', '--text', 'tea', '--when', '9:30', '--series'],
    'reminder.edit',
    {id: 'rem_1', message: 'tea', when: '9:30', scope: 'series'},
    'every day at 09:00',
  ],
  [['undo'], 'reminder.undo', {}, 'Undone: stretch rings'],
] as const)('reminders %j', async (words, method, params, says) => {
  const answers = {
    [method]: () => SERIES as never,
    'reminder.list': () => ({reminders: [{...SERIES, id: 'rem_1'}]}) as never,
  };
  const {daemon, out} = await rooster(['reminders', ...words], {answers});
  expect(daemon.asked.at(-1)).toEqual([method, params]);
  expect(out()).toContain(says);
});

test('a new time alone for a series: the command requires one of two flags', async () => {
  const answers = {
    'reminder.edit': () => {
      throw new GatewayError('invalid', 'Say which.', {fault: 'no-scope'});
    },
    'reminder.list': () => ({reminders: [{...SERIES, id: 'rem_1'}]}) as never,
  };
  await expect(rooster(['reminders', 'edit', 'rem_1', '--when', '9:30'], {answers})).rejects.toThrow('--this');
  await expect(rooster(['reminders', 'edit', 'rem_1'], {answers})).rejects.toThrow('nothing to change');
  await expect(rooster(['reminders', 'edit', 'rem_1', '--this', '--series', '--text', 'x'], {answers})).rejects.toThrow(
    'exclude each other',
  );
});

const SESSIONS = [
  {key: 'a:main', title: 'main'},
  {key: 'a:dm:signal:bob', title: 'signal bob'},
  {key: 'a:dm:signal:carol', title: 'signal carol'},
];

test.each([
  ['a:main', 'a:main'],
  ['main', 'a:main'],
  ['Signal Bob', 'a:dm:signal:bob'],
  ['carol', 'a:dm:signal:carol'],
])('the conversation %j is %s', async (name, session) => {
  const answers = {
    'session.list': () => ({sessions: SESSIONS}) as never,
    'session.history': () => ({messages: [], more: false}),
  };
  const {daemon} = await rooster(['sessions', 'show', name], {answers});
  expect(daemon.asked.at(-1)).toEqual(['session.history', {session}]);
});

test("an ambiguous conversation isn't guessed, and an unknown one is reported", async () => {
  const answers = {'session.list': () => ({sessions: SESSIONS}) as never};
  await expect(rooster(['sessions', 'reset', 'signal'], {answers})).rejects.toThrow(
    '"signal" matches 2: a:dm:signal:bob (signal bob), a:dm:signal:carol (signal carol). Use an ID or a unique word.',
  );
  await expect(rooster(['sessions', 'reset', 'dave'], {answers})).rejects.toThrow('No conversation "dave"');
});

/** The daemon's search for a part of an id. */
const idsAmong =
  (records: readonly FoundId[]) =>
  ({part, kind}: {readonly part: string; readonly kind?: string}): Result<'id.find'> => ({
    records: records.filter(({id}) => {
      const [prefix, rest = ''] = id.split('_');
      return (kind === undefined || kind === prefix) && (rest.startsWith(part) || rest.endsWith(part));
    }),
    more: false,
  });
type FoundId = Result<'id.find'>['records'][number];

/** Two pending ones, and a fired one. */
const KEPT = [
  {...reminder, id: 'rem_abcdef' as const, message: 'green tea'},
  {...reminder, id: 'rem_abcxyz' as const, message: 'call Bob about teapots'},
  {...reminder, id: 'rem_fired1' as const, message: 'black tea', state: 'fired' as const},
];
const kept = {
  'id.find': idsAmong(KEPT.map(({id, message}) => ({id, label: message}))),
  'reminder.list': ({state}: {readonly state?: string}) => ({
    reminders: KEPT.filter(one => one.state === (state ?? 'pending')),
  }),
  'reminder.done': ({id}: {readonly id: string}) => {
    const found = KEPT.find(one => one.id === id);
    if (found === undefined) throw new GatewayError('not_found', `No reminder ${id}.`);
    return found;
  },
};

test.each([
  ['rem_abcdef', 'rem_abcdef'],
  ['rem_abcd', 'rem_abcdef'],
  ['xyz', 'rem_abcxyz'],
  ['tea', 'rem_abcdef'],
  ['call bob', 'rem_abcxyz'],
  ['black', 'rem_fired1'],
])('`reminders done %s` is %s: part of an id or a word, pending before fired', async (name, id) => {
  const {daemon, out} = await rooster(['reminders', 'done', name], {answers: kept});
  expect(daemon.asked.at(-1)).toEqual(['reminder.done', {id}]);
  expect(out()).toContain(`Done with ${id}`);
});

test.each([
  [
    'rem_abc',
    '"rem_abc" matches 2: rem_abcdef (green tea), rem_abcxyz (call Bob about teapots). Use an ID or a unique word.',
  ],
  ['ab', 'No match for "ab"'],
  ['rem_nosuch', 'No reminder rem_nosuch.'],
])("`reminders done %s` isn't guessed", async (name, sentence) => {
  await expect(rooster(['reminders', 'done', name], {answers: kept})).rejects.toThrow(sentence);
});

test('an ended reminder is found by part of its id, and the daemon refuses with a reason', async () => {
  const done = {...reminder, id: 'rem_done99' as const, state: 'done' as const};
  const answers = {
    'id.find': idsAmong([{id: done.id, label: done.message}]),
    'reminder.cancel': ({id}: {readonly id: string}) => {
      if (id === done.id) throw new GatewayError('conflict', `Reminder ${id} is done: there is nothing to cancel.`);
      throw new GatewayError('not_found', `No reminder ${id}.`);
    },
  };
  await expect(rooster(['reminders', 'cancel', 'rem_done'], {answers})).rejects.toThrow('rem_done99 is done');
});

/** Traces of one reminder, one run, one delivery and one cron job; no others exist. */
const stories = {
  ...kept,
  'id.find': idsAmong([
    ...KEPT.map(({id, message}) => ({id, label: message})),
    {id: 'run_qwerty', label: 'standup'},
    {id: 'dlv_asdfgh', label: 'the milk is out'},
    {id: 'alm_yxcvbn', label: 'look at the build'},
  ]),
  'run.list': () => ({runs: [{id: 'run_qwerty'}]}) as never,
  'outbox.list': () => ({deliveries: [{id: 'dlv_asdfgh', text: 'the milk is out'}]}) as never,
  'alarm.list': () => ({alarms: [{id: 'alm_yxcvbn', message: 'look at the build'}]}) as never,
  why: ({id}: {readonly id: string}) => {
    const known = ['rem_fired1', 'rem_abcdef', 'run_qwerty', 'dlv_asdfgh', 'alm_yxcvbn', 'standup', 'msg_1'];
    if (!known.includes(id)) throw new GatewayError('not_found', `No record of "${id}".`);
    return {steps: [{at: '2026-11-21T10:00:00.000Z', kind: 'reminder' as const, what: 'It was set.', id}]};
  },
};

test.each([
  ['rem_fire', 'rem_fired1'],
  ['black', 'rem_fired1'],
  ['run_qwe', 'run_qwerty'],
  ['dlv_asd', 'dlv_asdfgh'],
  ['asdfgh', 'dlv_asdfgh'],
  ['milk', 'dlv_asdfgh'],
  ['alm_yxc', 'alm_yxcvbn'],
  ['build', 'alm_yxcvbn'],
  ['standup', 'standup'],
  ['msg_1', 'msg_1'],
])('`why %s` is the trace of %s, by the same names as in lists', async (name, id) => {
  const {out} = await rooster(['why', name], {answers: stories});
  expect(out()).toContain(`It was set.  ${id}`);
});

test.each(['nosuch', 'rem_nosuch', 'msg_nosuch'])('`why %s` says that there is no record of it', async name => {
  await expect(rooster(['why', name], {answers: stories})).rejects.toThrow(`No record of "${name}".`);
});

test('a failed turn is shown below its message', async () => {
  const at = '2026-11-21T10:59:00.000Z';
  const said = {
    id: 'msg_1',
    session: 'a:main',
    role: 'user',
    text: 'hello',
    at,
    turnId: 'turn_1',
    source: {kind: 'user', name: 'alice'},
  };
  const turns = [{id: 'turn_1', session: 'a:main', outcome: 'failed', error: 'The key was refused.'}];
  const answers = {
    'session.history': () =>
      ({messages: [said, {...said, id: 'msg_2', turnId: 'turn_2'}], more: false, turns}) as never,
  };
  const {out} = await rooster(['sessions', 'show', 'a:main'], {answers});
  expect(
    out()
      .split('\n')
      .map(line => line.trim().replace(/^\d\d:\d\d:\d\d +/u, '')),
  ).toEqual(['alice', 'hello', '(failed: The key was refused.)', 'alice', 'hello', '']);
});

test('stopping a conversation says whether anything was running', async () => {
  const answers = (busy: boolean) => ({
    'session.list': () => ({sessions: [{key: 'a:main', title: 'main', busy}]}) as never,
    'session.stop': () => ({}),
  });
  const running = await rooster(['sessions', 'stop', 'main'], {answers: answers(true)});
  expect(running.out()).toBe('Aborted the turn in main.\n');
  const idle = await rooster(['sessions', 'stop', 'main'], {answers: answers(false)});
  expect(idle.out()).toBe('No turn is running in main.\n');
});

const alarm = {
  id: 'alm_1',
  kind: 'once',
  state: 'active',
  at: '2026-11-21T11:20:00.000Z',
  nextAt: '2026-11-21T11:20:00.000Z',
  zone: 'Europe/Berlin',
  message: 'Look at the build.',
  payload: '{"n": 1.0}',
  session: 'a:main',
  user: 'alice',
  createdAt: '2026-11-21T11:00:00.000Z',
  failures: 0,
  skipped: 0,
} as const;

test.each([
  [['20m', 'Look.'], {when: '20m', message: 'Look.'}],
  [['20', 'minutes', 'Look', 'again.'], {when: '20 minutes', message: 'Look again.'}],
  [['0 9 * * 1-5', 'Look.'], {cron: '0 9 * * 1-5', message: 'Look.'}],
  [['@daily', 'Look.', '--tz', 'UTC'], {cron: '@daily', message: 'Look.', timezone: 'UTC'}],
  [
    ['20m', ' Look. ', '--session', 'a:main', '--payload', '{"n": 1.0}', '--key', 'k'],
    {when: '20m', message: ' Look. ', session: 'a:main', payload: '{"n": 1.0}', key: 'k'},
  ],
])('`alarms set %j` is a time or a cron expression, and passes unchanged', async (words, request) => {
  const set = (params: {readonly when?: string}) => {
    if (/minutes \S/u.test(params.when ?? '')) throw new GatewayError('invalid', 'When?', {fault: 'no-time'});
    return alarm;
  };
  const {daemon, out} = await rooster(['alarms', 'set', ...words], {answers: {'alarm.set': set}});
  expect(daemon.asked.at(-1)).toEqual(['alarm.set', request]);
  expect(out()).toBe('Alarm alm_1 wakes a:main today 12:20 CET (Europe/Berlin), in 20 minutes: Look at the build.\n');
});

test('alarms are listed with their status, shown whole, cancelled and run by a word of theirs', async () => {
  const retried = {...alarm, failures: 2, retryAt: '2026-11-21T11:05:00.000Z', lastError: 'busy'} as const;
  const answers = {
    'alarm.list': () => ({alarms: [retried]}),
    'alarm.get': () => retried,
    'alarm.cancel': () => ({...alarm, state: 'cancelled'}) as const,
    'alarm.wake': () => ({alarm, turnId: 'turn_1'}) as const,
  };
  const list = await rooster(['alarms'], {answers});
  expect(list.out()).toMatch(/alm_1 +today 11:05 \(in 5m\) +retry 2 +a:main +Look at the build\. \(busy\)/u);
  const shown = await rooster(['alarms', 'show', 'build'], {answers});
  for (const words of ['Failures', 'Last error', 'busy', 'Look at the build.', '{"n": 1.0}'])
    expect(shown.out()).toContain(words);
  const cancelled = await rooster(['alarms', 'cancel', 'alm_1'], {answers});
  expect(cancelled.out()).toBe('Cancelled alm_1: Look at the build.\n');
  const woken = await rooster(['alarms', 'wake', 'build'], {answers});
  expect(woken.out()).toBe('alm_1 woke a:main as turn_1: rooster why turn_1\n');
  const json = await rooster(['alarms', 'show', 'alm_1', '--json'], {answers});
  expect(JSON.parse(json.out())).toEqual(retried);
});

test('a snooze shows the old and the new time, and that the new one is sooner', async () => {
  const later = {...reminder, fireAt: '2026-11-22T08:00:00.000Z'};
  const answers = {'reminder.get': () => later, 'reminder.snooze': () => reminder};
  const {out, daemon} = await rooster(['reminders', 'snooze', 'rem_1', '20', 'minutes'], {answers});
  expect(daemon.asked.at(-1)).toEqual(['reminder.snooze', {id: 'rem_1', when: '20 minutes'}]);
  expect(out()).toBe(
    'Moved rem_1 from tomorrow 09:00 to today 12:20 CET (Europe/Berlin), in 20 minutes (sooner than before): stretch\n',
  );
  const fired = {...answers, 'reminder.get': () => ({...later, state: 'fired' as const})};
  const again = await rooster(['reminders', 'snooze', 'rem_1', '20m'], {answers: fired});
  expect(again.out()).toBe('Snoozed rem_1 until today 12:20 CET (Europe/Berlin), in 20 minutes: stretch\n');
});

test("a reminder's run shows the reminder's text, and a short duration isn't zero", async () => {
  const run = {
    id: 'run_1',
    kind: 'reminder',
    name: 'rem_1',
    session: 'a:cron:reminder-rem_1',
    status: 'ran',
    scheduledFor: '2026-11-21T10:00:00.000Z',
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: '2026-11-21T10:00:00.012Z',
    attempt: 1,
    late: false,
  } as const;
  const answers = {
    'run.list': () => ({runs: [run, {...run, id: 'run_2' as const, name: 'rem_gone'}]}),
    'reminder.get': ({id}: {readonly id: string}) => {
      if (id !== 'rem_1') throw new GatewayError('not_found', `No reminder ${id}.`);
      return reminder;
    },
  };
  const {out} = await rooster(['runs'], {answers});
  const [, first, second] = out().split('\n');
  expect(first).toMatch(/reminder {2}stretch +ran +<1s/u);
  expect(second).toMatch(/reminder {2}rem_gone +ran +<1s/u);
  const json = await rooster(['runs', '--json'], {answers});
  expect(json.daemon.asked.map(([method]) => method)).toEqual(['run.list']);
});

test('a run shows its plan, even while it works', async () => {
  const run = {
    id: 'run_1',
    kind: 'reflection',
    name: 'a:main',
    session: 'a:cron:reflection-a_main',
    status: 'running',
    scheduledFor: '2026-11-21T10:00:00.000Z',
    startedAt: '2026-11-21T10:00:00.000Z',
    attempt: 1,
    late: false,
    schedule: 'idle for 4 minutes',
    todos: [
      {title: 'Pages', status: 'done', note: 'two\nkept'},
      {title: 'Memory', status: 'pending'},
    ],
    transcript: [],
    deliveries: [],
  } as const;
  const {out} = await rooster(['runs', 'show', 'run_1'], {answers: {'run.get': () => run}});
  expect(out()).toContain('\n\nPlan\n  1. [done] Pages: two kept\n  2. [pending] Memory\n');
});

test('a queued run is shown as queued, and its duration counts only its work', async () => {
  const waiting = {
    id: 'run_2',
    kind: 'cron',
    name: 'morning',
    session: 'a:cron:morning',
    status: 'running',
    scheduledFor: '2026-11-21T10:00:00.000Z',
    startedAt: '2026-11-21T10:00:00.000Z',
    attempt: 1,
    late: false,
  } as const;
  const beganAt = '2026-11-21T10:05:00.000Z';
  const ran = {...waiting, id: 'run_1', status: 'ran', beganAt, endedAt: '2026-11-21T10:05:20.000Z'} as const;
  const {out} = await rooster(['runs'], {
    answers: {'run.list': () => ({runs: [waiting, {...waiting, id: 'run_3', beganAt}, ran]})},
  });
  expect(out()).toMatch(/run_2 .* waits +-/u);
  expect(out()).toMatch(/run_3 .* running +-/u);
  expect(out()).toMatch(/run_1 .* ran +20 seconds/u);
  const shown = await rooster(['runs', 'show', 'run_1'], {
    answers: {'run.get': () => ({...ran, transcript: [], deliveries: []})},
  });
  expect(shown.out()).toMatch(/Waited +5 minutes/u);
  expect(shown.out()).toMatch(/Took +20 seconds/u);
});

test(`a filter without matches isn't reported as "no runs yet"`, async () => {
  const none = {'run.list': () => ({runs: []}), 'reminder.list': () => ({reminders: []})};
  const cron = await rooster(['runs', '--kind', 'cron'], {answers: none});
  expect(cron.out()).toBe('No cron runs.\n');
  const named = await rooster(['runs', '--name', 'tea'], {answers: none});
  expect(named.out()).toBe('No runs of tea.\n');
});

test('runs are filtered to a reminder by the words shown in the list', async () => {
  const asked = {...kept, 'run.list': () => ({runs: []})};
  const {daemon} = await rooster(['runs', '--name', 'black', '--json'], {answers: asked});
  expect(daemon.asked.at(-1)).toEqual(['run.list', {name: 'rem_fired1'}]);
});

const JOB = {
  name: 'standup',
  cron: '0 9 * * 1-5',
  zone: 'Europe/Berlin',
  message: 'What did I do?',
  deliver: ['terminal:default'],
  announce: 'direct',
  missed: 'once',
  overlap: 'allow',
  enabled: true,
  model: 'local/small',
  timeoutMs: 90_000,
  preTools: [{name: 'bash', input: {command: 'git log'}}],
  retry: 'auto',
  carryLastOutput: true,
  origin: 'cron/standup.md',
  paused: false,
  nextAt: '2026-11-23T08:00:00.000Z',
  last: {status: 'failed', startedAt: '2026-11-21T08:00:00.000Z', error: 'no answer'},
} as const;

test('a cron job is shown with all settings of its file, and its last result', async () => {
  const {out} = await rooster(['cron', 'show', 'standup'], {answers: {'cron.get': () => JOB}});
  expect(out()).toMatchInlineSnapshot(`
    "Name      standup
    Schedule  0 9 * * 1-5 in Europe/Berlin
    Next      Mon 23 Nov 08:00 (in 1d 21h)
    Last      failed 3h 0m ago: no answer
    To        the terminal
    Announce  direct
    Missed    once
    Overlap   allow
    Model     local/small
    Timeout   1 minute 30 seconds
    First     bash {"command":"git log"}
    Keeps     its last output for the next run
    From      cron/standup.md

      What did I do?
    "
  `);
  const list = await rooster(['cron'], {answers: {'cron.list': () => ({jobs: [JOB], invalid: []})}});
  expect(list.out()).toMatch(/WHEN +STATE +REPEATS[\s\S]+failed 3h 0m ago/u);
  const invalid = [{file: 'cron/two\nlines.md', line: 1, reason: 'Rename the file.'}];
  const broken = await rooster(['cron'], {answers: {'cron.list': () => ({jobs: [], invalid})}});
  expect(broken.out()).toContain('cron/two ⏎ lines.md:1: Rename the file.\n');
  const last = {...JOB.last, status: 'running', retryAt: '2026-11-21T11:05:00.000Z'} as const;
  const waiting = await rooster(['cron', 'show', 'standup'], {answers: {'cron.get': () => ({...JOB, last})}});
  expect(waiting.out()).toContain('Last      retry waits 3h 0m ago: no answer\n');
});

test('a resumed job that is disabled announces no next run', async () => {
  const {nextAt: _, ...off} = {...JOB, enabled: false};
  const {out} = await rooster(['cron', 'resume', 'standup'], {answers: {'cron.resume': () => off}});
  expect(out()).toBe('Resumed standup, but it stays disabled. To enable it, set enabled: true in cron/standup.md.\n');
});

test('the times of a preview are in a named zone', async () => {
  const answers = {'cron.preview': () => ({instants: ['2026-11-22T08:00:00.000Z']})};
  const {timeZone: zone} = new Intl.DateTimeFormat().resolvedOptions();
  const own = await rooster(['cron', 'preview', '0 8 * * *'], {answers});
  expect(own.daemon.asked).toEqual([['cron.preview', {expression: '0 8 * * *', timezone: zone}]]);
  expect(own.out()).toMatch(
    new RegExp(`^Times are in ${zone}, this machine's time zone. For another: --tz ZONE\\n`, 'u'),
  );
  const named = await rooster(['cron', 'preview', '0 8 * * *', '--tz', 'Europe/Berlin'], {answers});
  expect(named.out()).toBe('tomorrow 09:00 CET (in 21h 0m)\n');
});

test('an instant moved by a clock change says what is skipped, and when the job runs', async () => {
  const answers = {'cron.preview': () => ({instants: ['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z']})};
  const {out} = await rooster(['cron', 'preview', '30 2 * * *', '--tz', 'Europe/Berlin'], {answers});
  const [usual, skipped] = out().split('\n');
  expect(usual).toBe('Sat 27 Mar 2027 02:30 CET (in 126d)');
  expect(skipped).toBe(
    'Sun 28 Mar 2027 03:00 CEST (in 127d; the clocks go forward from 02:00, so skipped times run then)',
  );
});

test.each(['status', 'daemon status'])(
  '`rooster %s` works without a daemon, says so, starts none, and exits with 3',
  async line => {
    const {code, out, starts} = await rooster(line.split(' '), {running: false});
    expect(code).toBe(3);
    expect(out()).toContain('The daemon is not running.');
    expect(starts()).toBe(0);
    const json = await rooster([...line.split(' '), '--json'], {running: false});
    expect(JSON.parse(json.out())).toMatchObject({running: false, home: {config: '/home/alice/r/config.json'}});
  },
);

const STATUS = {
  running: true,
  version: '0.0.9',
  pid: 4321,
  bootId: 'boot',
  startedAt: '2026-11-21T09:00:00.000Z',
  now: '2026-11-21T11:00:00.000Z',
  seq: 9,
  home: {config: '/c', database: '/d', workspace: '/w', log: '/l', socket: '/s'},
  agent: 'rooster',
  model: {name: 'anthropic/x', ready: false, detail: 'ANTHROPIC_API_KEY is not set'},
  clients: 1,
  sessions: {total: 3, busy: 1, queued: 0},
  reminders: {pending: 1},
  outbox: {waiting: 1, dead: 2},
  nextWakes: [
    {kind: 'reminder', name: 'rem_1', what: 'stretch', wakeAt: '2026-11-21T11:20:00.000Z'},
    {kind: 'cron', name: 'morning', what: '', wakeAt: '2026-11-22T08:00:00.000Z'},
  ],
  channels: [{channel: 'signal', inbound: 'up', outbound: 'down', detail: 'no network'}],
  problems: [{key: 'users[0].trust', reason: 'There is no trust "king".', inForce: 'full'}],
} as const;

test.each([
  [{why: 'needs a model', sessions: []}, ['Heartbeat      off: needs a model']],
  [
    {
      sessions: [
        {
          session: 'rooster:main',
          lastHeardAt: '2026-11-21T11:00:00.000Z',
          heartbeat: {why: 'HEARTBEAT.md asks for nothing.'},
          reflection: {nextAt: '2026-11-21T11:04:00.000Z'},
        },
      ],
    },
    ['Heartbeat      main: HEARTBEAT.md asks for nothing.'],
  ],
  [{sessions: []}, []],
] as const)('the status says why no idle job runs in a conversation: %j', async (idle, lines) => {
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => ({...STATUS, idle})}});
  expect(
    out()
      .split('\n')
      .filter(line => /^(?:Heartbeat|Reflection)/u.test(line)),
  ).toEqual(lines);
});

test('the status says where everybody is', async () => {
  const people = [
    {name: 'alice', presence: 'active', reach: ['signal:1', 'ntfy:default']},
    {name: 'bob', presence: 'idle', reach: []},
    {name: 'carol', presence: 'away', reach: ['signal:3']},
  ] as const;
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => ({...STATUS, people})}});
  expect(
    out()
      .split('\n')
      .filter(line => line.startsWith('Person')),
  ).toEqual([
    'Person         alice: at the terminal; reached by signal, ntfy',
    'Person         bob: a terminal is open; no address',
    'Person         carol: away; reached by signal',
  ]);
});

test('the status is one screen, with a fix for each problem', async () => {
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => STATUS}});
  expect(out().split('\n')).toEqual([
    'Rooster 0.0.9 (this command is 0.1.0: rooster daemon restart), pid 4321, up for 2 hours',
    'Agent          rooster',
    'Model          anthropic/x, not ready (ANTHROPIC_API_KEY is not set)',
    'Channel        signal receiving up, sending down: no network (rooster signal status)',
    'Conversations  3, 1 busy',
    'Reminders      1 pending',
    'Outbox         1 waiting, 2 failed (rooster outbox --state dead)',
    'Config         /c',
    'Workspace      /w',
    'Log            /l',
    '',
    'WHEN                        KIND      WHAT',
    'today 11:20 (in 20m)        reminder  stretch',
    'tomorrow 08:00 (in 21h 0m)  job       morning',
    '',
    'users[0].trust: There is no trust "king". Until then: full',
    '',
  ]);
});

test.each([
  [{kind: 'workspace', works: true}, 'Sandbox        workspace: commands of the agent write only the workspace'],
  [{kind: 'read-only', works: true}, 'Sandbox        read-only: commands of the agent write nothing'],
  [
    {kind: 'workspace', works: false, reason: "socat isn't installed."},
    'Sandbox        doesn\'t work: socat isn\'t installed. Run "rooster doctor".',
  ],
  [
    {kind: 'off', works: false, reason: "socat isn't installed."},
    'Sandbox        off: commands of the agent run as you',
  ],
  [{kind: 'full', works: true}, 'Sandbox        full: commands of the agent run as you, and each one asks'],
] as const)('the status says where commands run: %j', async (sandbox, line) => {
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => ({...STATUS, sandbox})}});
  expect(
    out()
      .split('\n')
      .find(shown => shown.startsWith('Sandbox')),
  ).toBe(line);
});

test.each([
  [{open: 0, proposed: 0}, 'Questions      none open'],
  [{open: 1, proposed: 0}, 'Questions      1 call waits for your answer (rooster approvals)'],
  [{open: 2, proposed: 1}, 'Questions      2 calls wait for your answer, 1 proposed note (rooster approvals)'],
] as const)('the status counts what waits for an answer: %j', async (approvals, line) => {
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => ({...STATUS, approvals})}});
  expect(
    out()
      .split('\n')
      .find(shown => shown.startsWith('Questions')),
  ).toBe(line);
});

test('the status says where programs send messages', async () => {
  const http = {listen: '127.0.0.1:8787', reachable: false, hooks: 2};
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => ({...STATUS, http})}});
  expect(out()).toContain('HTTP           127.0.0.1:8787, 2 hooks\n');
});

test('stopping without a daemon succeeds', async () => {
  const {code, out, starts} = await rooster(['daemon', 'stop'], {running: false});
  expect({code, out: out(), starts: starts()}).toEqual({code: 0, out: 'The daemon is not running.\n', starts: 0});
});

test('a command that changes something starts the daemon it needs; one that only reads says that none runs', async () => {
  const answers = {'reminder.list': () => ({reminders: []}), 'cron.pause': () => ({name: 'standup'}) as never};
  const pausing = await rooster(['cron', 'pause', 'standup'], {running: false, answers});
  expect(pausing.starts()).toBe(1);
  for (const line of ['reminders', 'why abc', 'cron list', 'outbox', 'sessions', 'watch'])
    await expect(rooster(line.split(' '), {running: false, answers})).rejects.toThrow(
      'The daemon is not running. Start it: rooster daemon start',
    );
});

const PROBLEM = {key: 'agent.model', reason: 'There is no provider "x".', inForce: 'offline'};

test('a running daemon checks the configuration, else its program does', async () => {
  const running = await rooster(['config', 'check', '--json'], {answers: {'config.check': () => ({problems: []})}});
  expect({code: running.code, out: running.out()}).toEqual({code: 0, out: '{"problems":[]}\n'});
  const asked: (readonly string[])[] = [];
  const alone = await rooster(['config', 'check'], {
    running: false,
    ask: async words => {
      asked.push(words);
      return {code: 1, stdout: JSON.stringify({problems: [PROBLEM]}), stderr: ''};
    },
  });
  expect({code: alone.code, asked, starts: alone.starts()}).toEqual({code: 1, asked: [['check-config']], starts: 0});
  expect(alone.out()).toBe('agent.model: There is no provider "x". Until then: offline\n');
});

test('the program lists all keys, or those below one, each with its default', async () => {
  const {configHelp} = await import('../../../../src/daemon/config/check-config.ts');
  const ask = async (words: readonly string[]) => {
    expect(words).toEqual(['config-keys']);
    return {code: 0, stdout: JSON.stringify({keys: configHelp()}), stderr: ''};
  };
  const all = await rooster(['config', 'keys', '--json'], {running: false, ask});
  expect({code: all.code, starts: all.starts(), keys: JSON.parse(all.out())}).toEqual({
    code: 0,
    starts: 0,
    keys: {keys: configHelp()},
  });
  const some = await rooster(['config', 'keys', 'heartbeat'], {running: false, ask});
  expect(some.out()).toContain(
    'heartbeat.idleMinutes\n  It runs after this idle time.\n' +
      '  a number of minutes above 0 and up to 10080; default: 4\n',
  );
  expect(some.out()).not.toContain('reflection');
  const people = await rooster(['config', 'keys', 'users'], {running: false, ask});
  expect(people.out()).toContain('users[].trust\n');
  await expect(rooster(['config', 'keys', 'heart'], {running: false, ask})).rejects.toThrow('No key "heart"');
});

test('a value is set as JSON if it is valid JSON, otherwise as text', async () => {
  const asked: (readonly string[])[] = [];
  const ask = async (words: readonly string[]) => {
    asked.push(words);
    return {code: 0, stdout: '{"problems":[]}', stderr: ''};
  };
  await rooster(['config', 'set', 'heartbeat.idleMinutes', '7'], {running: false, ask});
  const {out} = await rooster(['config', 'set', 'agent.model', 'offline'], {running: false, ask});
  expect(asked).toEqual([
    ['set-config', 'heartbeat.idleMinutes', '7'],
    ['set-config', 'agent.model', '"offline"'],
  ]);
  expect(out()).toBe('Set agent.model in /home/alice/r/config.json.\n');
});

test('a check of a configuration without a file says that there is none', async () => {
  const ask = async () => ({code: 0, stdout: '{"problems":[]}', stderr: ''});
  const {out, code} = await rooster(['config', 'check'], {running: false, ask});
  expect([code, out()]).toEqual([0, "/home/alice/r/config.json doesn't exist: every key has its default.\n"]);
});

test('a broadcast that reaches nobody has failed', async () => {
  const to = {to: 'bob', session: 'rooster:person:bob'} as const;
  const refused = [{to: 'carol', reason: 'carol has only the terminal.'}];
  const send = (sent: readonly (typeof to)[]) =>
    rooster(['broadcast', 'bob,carol', 'hi'], {answers: {'session.broadcast': () => ({sent, refused})}});
  const some = await send([to]);
  expect([some.code, some.out()]).toEqual([
    0,
    'Queued for bob (rooster:person:bob).\nNot sent to carol: carol has only the terminal.\n',
  ]);
  expect((await send([])).code).toBe(1);
});

const WITHOUT_KEY = {name: 'anthropic/x', ready: false, detail: 'no API key: set ANTHROPIC_API_KEY'};

test("a model that can't answer is still set, and one line says why", async () => {
  const ask = async () => ({code: 0, stdout: JSON.stringify({problems: [], model: WITHOUT_KEY}), stderr: ''});
  const line = ['config', 'set', 'agent.model', 'anthropic/x'];
  const words = await rooster(line, {running: false, ask});
  expect({code: words.code, out: words.out(), starts: words.starts()}).toEqual({
    code: 0,
    out: 'Set agent.model in /home/alice/r/config.json.\n',
    starts: 0,
  });
  expect(words.err()).toBe('anthropic/x is not ready: no API key: set ANTHROPIC_API_KEY.\n');
  const json = await rooster([...line, '--json'], {running: false, ask});
  expect([JSON.parse(json.out()), json.err()]).toEqual([{problems: []}, words.err()]);
  const other = await rooster(['config', 'set', 'timezone', 'UTC'], {running: false, ask});
  expect(other.err()).toBe('');
});

test('a running daemon sets the value, and its own environment decides whether the model is ready', async () => {
  const line = ['config', 'set', 'agent.model', 'anthropic/x'];
  const set: unknown[] = [];
  const answersWith = (model: Result<'daemon.status'>['model']) => ({
    'config.set': (params: unknown) => {
      set.push(params);
      return {problems: []};
    },
    'daemon.status': () => ({...STATUS, model}),
  });
  const keyed = await rooster(line, {answers: answersWith({name: 'anthropic/x', ready: true})});
  expect({code: keyed.code, err: keyed.err(), set}).toEqual({
    code: 0,
    err: '',
    set: [{key: 'agent.model', value: 'anthropic/x'}],
  });
  const without = await rooster(line, {answers: answersWith(WITHOUT_KEY)});
  expect(without.err()).toBe(
    'anthropic/x is not ready: no API key: set ANTHROPIC_API_KEY. ' +
      'The daemon only sees variables from its start. After setting one: rooster daemon restart\n',
  );
});

test("an invalid value isn't written, and the command fails with the reason", async () => {
  const ask = async () => ({code: 1, stdout: JSON.stringify({problems: [PROBLEM]}), stderr: ''});
  const refused = {
    code: 1,
    out: '',
    err: 'error: Couldn\'t set agent.model. There is no provider "x".\n',
  };
  const line = ['config', 'set', 'agent.model', 'x/y'];
  const answers = {'config.set': () => ({problems: [PROBLEM]}), 'daemon.status': () => STATUS};
  for (const world of [{running: false, ask}, {answers}]) {
    const {code, out, err} = await rooster(line, world);
    expect({code, out: out(), err: err()}).toEqual(refused);
  }
});

test('cron jobs are checked without a daemon, and a mistake has its file, line and reason', async () => {
  const invalid = [{file: 'cron/a.md', line: 3, reason: 'There is no 25th hour.'}];
  const ask = async () => ({code: 1, stdout: JSON.stringify({jobs: [], invalid}), stderr: ''});
  const words = await rooster(['cron', 'check'], {running: false, ask});
  expect({code: words.code, out: words.out()}).toEqual({code: 1, out: 'cron/a.md:3: There is no 25th hour.\n'});
  const json = await rooster(['cron', 'check', '--json'], {running: false, ask});
  expect(JSON.parse(json.out())).toEqual({jobs: [], invalid});
});

const UTC_JOB = {zone: 'UTC', zoneByDefault: true};

test('a job file without a zone is valid, and the check says that its times are UTC', async () => {
  const jobs = [
    {name: 'a', origin: 'cron/a.md', zone: 'UTC', zoneByDefault: true},
    {name: 'b', origin: 'cron/b.md', zone: 'UTC'},
    {...UTC_JOB, name: 'c', origin: 'cron/c.md', nextAt: '2026-11-21T07:00:00Z', personZone: 'Europe/Berlin'},
    {...UTC_JOB, name: 'd', origin: 'cron/d.md', nextAt: '2026-11-21T07:00:00Z', personZone: 'Africa/Accra'},
  ];
  const ask = async () => ({code: 0, stdout: JSON.stringify({jobs, invalid: []}), stderr: ''});
  const {code, out} = await rooster(['cron', 'check'], {running: false, ask});
  expect({code, out: out()}).toEqual({
    code: 0,
    out:
      '4 jobs are valid.\n' +
      'cron/a.md: it names no timezone, so its times are UTC. To change that, add a line such as "timezone: Europe/Berlin".\n' +
      'cron/c.md: it names no timezone, so 07:00 is in UTC, and that is 08:00 for you. To change that, add a line such as "timezone: Europe/Berlin".\n',
  });
});

test('"main" is a conversation before its first message', async () => {
  const asked: unknown[] = [];
  const answers = {
    'session.list': () => ({sessions: []}),
    'config.get': () => ({path: '/c.json', config: 'hen'}),
    'session.history': (params: unknown) => {
      asked.push(params);
      return {messages: [], more: false};
    },
  };
  await rooster(['sessions', 'show', 'main'], {answers});
  expect(asked).toMatchObject([{session: 'hen:main'}]);
  await expect(rooster(['sessions', 'show', 'garden'], {answers})).rejects.toThrow('No conversation "garden".');
});

test('a program without an answer fails with its own sentence', async () => {
  const ask = async () => ({code: 1, stdout: '', stderr: 'warning\nThe folder cannot be read.\n'});
  await expect(rooster(['cron', 'check'], {running: false, ask})).rejects.toThrow('The folder cannot be read.');
});

test('a text setting is printed unchanged, any other as JSON', async () => {
  const get = (config: unknown) => ({'config.get': () => ({path: '/c', config})});
  expect((await rooster(['config', 'get', 'agent.model'], {answers: get('offline')})).out()).toBe('offline\n');
  expect((await rooster(['config', 'get', 'agent'], {answers: get({id: 'a'})})).out()).toBe('{\n  "id": "a"\n}\n');
});

test('the trace of an id is one sentence, then one line per step, with aligned times', async () => {
  const steps = [
    {at: '2026-11-20T11:00:00.000Z', what: 'reminder set', id: 'rem_1', kind: 'reminder'},
    {at: '2026-11-21T10:00:00.000Z', what: 'it came due', id: 'run_1', kind: 'run'},
  ] as const;
  const {out} = await rooster(['why', 'rem_1'], {answers: {why: () => ({because: 'Because you asked.', steps})}});
  expect(out()).toBe(
    'Because you asked.\n\nyesterday 11:00:00  reminder set  rem_1\n          10:00:00  it came due  run_1\n',
  );
});

test('on a terminal text is coloured and cut, unless NO_COLOR says otherwise', async () => {
  const answers = {'reminder.list': () => ({reminders: [reminder]})};
  const coloured = await rooster(['reminders'], {answers, terminal: {columns: 80}, env: {NO_COLOR: ''}});
  expect(coloured.out()).toContain('\u001b[32mpending\u001b[39m');
  const plain = await rooster(['reminders'], {answers, terminal: {columns: 80}, env: {NO_COLOR: '1'}});
  expect(plain.out()).not.toContain('\u001b');
});

test('status says how many reminders wait beyond the listed ones', async () => {
  const {out} = await rooster(['status'], {
    answers: {'daemon.status': () => ({...STATUS, reminders: {...STATUS.reminders, pending: 36}})},
  });
  expect(out()).toMatch(/^and 3\d more reminders: rooster reminders$/mu);
});

test('an incomplete list of reminders shows how to get more', async () => {
  const {out} = await rooster(['reminders'], {answers: {'reminder.list': () => ({reminders: [reminder], more: true})}});
  expect(out()).toMatch(/^Showing 1\. For more: --limit N or --all\.$/mu);
});

test('an urgent reminder is set and changed by flags, and confirmed', async () => {
  const asked: unknown[] = [];
  const answer = (params: object) => {
    asked.push(params);
    return {...reminder, urgent: true as const};
  };
  const {out} = await rooster(['remind', '5m', 'tea', '--urgent'], {answers: {'reminder.set': answer}});
  expect(out()).toContain('It also rings in quiet hours.');
  await rooster(['reminders', 'edit', 'rem_1', '--not-urgent'], {
    answers: {'reminder.list': () => ({reminders: [reminder]}), 'reminder.edit': answer},
  });
  expect(asked).toMatchObject([{urgent: true}, {id: 'rem_1', urgent: false}]);
});

test('a nag of every minute is confirmed without a number', async () => {
  const {out} = await rooster(['remind', '5m', 'tea', '--nag', '1m'], {
    answers: {'reminder.set': () => ({...reminder, nagMs: 60_000})},
  });
  expect(out()).toContain(
    'Reminder rem_1 is set for today 12:20 CET (Europe/Berlin), in 20 minutes: stretch\nIt will be delivered word for word to the terminal. It repeats every minute until done, at most 8 times.',
  );
});

test("a reminder to an address that can't be reached yet is set, with a warning", async () => {
  const answers = {
    'reminder.set': () => ({...reminder, delivery: ['signal:alice'] as const}),
    'daemon.status': () => ({...STATUS, channels: []}),
  };
  const {out, err} = await rooster(['remind', '5m', 'tea', '--to', 'signal:alice'], {answers});
  expect(out()).toContain(
    'Reminder rem_1 is set for today 12:20 CET (Europe/Berlin), in 20 minutes: stretch\nIt will be delivered word for word to signal:alice.',
  );
  expect(err()).toBe('note: signal is not set up, so the reminder would wait. See: rooster doctor\n');
});

test('a conversation is renamed to the given text; without text it has its default title again', async () => {
  const answers = {'session.list': () => ({sessions: SESSIONS}) as never, 'session.rename': () => ({})};
  const named = await rooster(['sessions', 'rename', 'main', 'Work', 'and', 'such'], {answers});
  expect(named.daemon.asked.at(-1)).toEqual(['session.rename', {session: 'a:main', title: 'Work and such'}]);
  expect(named.out()).toBe('Renamed main to "Work and such".\n');
  const unnamed = await rooster(['sessions', 'rename', 'main'], {answers});
  expect(unnamed.daemon.asked.at(-1)).toEqual(['session.rename', {session: 'a:main', title: ''}]);
  expect(unnamed.out()).toBe('main has its default title again.\n');
});

test.each([
  ['reminders', 'cancel', 'rem_bad1'],
  ['alarms', 'cancel', 'alm_bad1'],
  ['outbox', 'discard', 'dlv_bad1'],
])('%s %s dismisses an unreadable entry', async (noun, verb, id) => {
  const none = () => {
    throw new GatewayError('not_found', 'There is none.');
  };
  const answers: TestWorldOptions['answers'] = {
    'reminder.cancel': none,
    'alarm.cancel': none,
    'outbox.discard': none,
    'reminder.list': () => ({reminders: []}),
    'alarm.list': () => ({alarms: []}),
    'outbox.list': () => ({deliveries: []}),
    'daemon.dismiss': wanted => {
      if (wanted.id !== id) throw new GatewayError('not_found', 'No unreadable entry that.');
      return {dismissed: id, content: '{"message":"stretch"}'};
    },
  };
  const dismissed = await rooster([noun, verb, id], {answers});
  expect(dismissed.code).toBe(0);
  expect(dismissed.out()).toBe(`Dismissed the unreadable entry ${id}: {"message":"stretch"}\n`);
  await expect(rooster([noun, verb, id.replace('bad', 'odd')], {answers})).rejects.toThrow('There is none.');
});

test('a sentence with several times sets one reminder for each, whether it is quoted or not', async () => {
  const preview = (fireAt: string) => ({
    fireAt,
    next: [fireAt],
    when: 'in an hour in two hours',
    text: 'tea',
    zone: 'UTC',
  });
  const [first, second] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'] as const;
  for (const line of [['in an hour and again in two hours tea'], 'in an hour and again in two hours tea'.split(' ')]) {
    const set: unknown[] = [];
    const {out, code} = await rooster(['remind', ...line], {
      answers: {
        'reminder.preview': () => ({...preview(first), also: [preview(second)]}),
        'reminder.set': ({at, message}) => {
          set.push({at, message});
          return {...reminder, id: `rem_${set.length}`, fireAt: at ?? '', message};
        },
      },
    });
    expect(code).toBe(0);
    expect(set).toEqual([
      {at: first, message: 'tea'},
      {at: second, message: 'tea'},
    ]);
    expect(out()).toMatch(/rem_1 is set for [\s\S]*rem_2 is set for /u);
  }
});

test('a quoted sentence that the daemon cannot read is refused with its words, and nothing is set', async () => {
  const refused = rooster(['remind', 'the day before my flight pack'], {
    answers: {
      'reminder.preview': () => {
        throw new GatewayError('invalid', `I don't know when "the day before my flight" is.`);
      },
    },
  });
  await expect(refused).rejects.toThrow(`I don't know when "the day before my flight" is.`);
});

test('an occurrence that was moved is shown before the next dates of its series', async () => {
  const next = ['2026-11-22T19:00:00.000Z', '2026-11-23T07:00:00.000Z'];
  const repeat = {
    rule: 'FREQ=DAILY;BYHOUR=8,20',
    words: 'every day at 08:00 and 20:00',
    zone: 'Europe/Berlin',
    start: '',
  };
  const {out} = await rooster(['reminders', 'edit', 'rem_1', '--when', '9:30', '--this'], {
    answers: {'reminder.edit': () => ({...reminder, repeat, next, fireAt: '2026-11-22T08:30:00.000Z'})},
  });
  expect(out()).toContain('This time: tomorrow 09:30 CET. Next: tomorrow 20:00 CET, Mon 23 Nov 08:00 CET.');
  const occurrence = {n: 3, at: '2026-11-22T07:00:00.000Z', message: 'only this'};
  const own = {...reminder, repeat, next, fireAt: '2026-11-22T08:30:00.000Z', occurrence};
  const reworded = await rooster(['reminders', 'edit', 'rem_1', '--text', 'only this', '--this'], {
    answers: {'reminder.edit': () => own},
  });
  expect(reworded.out()).toContain('This time: tomorrow 09:30 CET, "only this". Next: ');
  const shown = await rooster(['reminders', 'show', 'rem_1'], {answers: {'reminder.get': () => own}});
  expect(shown.out()).toMatch(/Open +occurrence 3, .+, "only this"\n/u);
});

test('at a terminal a command that only reads asks whether to start the daemon; Enter means yes', async () => {
  const answers = {'reminder.list': () => ({reminders: []})};
  const terminal = {columns: 80};
  const yes = await rooster(['reminders'], {running: false, answers, terminal, typed: '\n'});
  expect(yes.starts()).toBe(1);
  for (const typed of ['n\n', 'what\n'])
    await expect(rooster(['reminders'], {running: false, answers, terminal, typed})).rejects.toThrow(
      'The daemon is not running. Start it: rooster daemon start',
    );
  // A program that reads JSON gets no question.
  await expect(rooster(['reminders', '--json'], {running: false, answers, terminal, typed: '\n'})).rejects.toThrow(
    'The daemon is not running.',
  );
});

test('config get and config show read the file without a daemon', async () => {
  const asked: (readonly string[])[] = [];
  const ask = async (args: readonly string[]) => {
    asked.push(args);
    return {
      code: 0,
      stdout: JSON.stringify({path: '/c.json', config: args.length > 1 ? 'offline' : {agent: 1}}),
      stderr: '',
    };
  };
  const {out, starts} = await rooster(['config', 'get', 'agent.model'], {running: false, ask});
  expect(out()).toBe('offline\n');
  await rooster(['config', 'show'], {running: false, ask});
  expect(asked).toEqual([['get-config', 'agent.model'], ['get-config']]);
  expect(starts()).toBe(0);
});
