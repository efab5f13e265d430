import {expect, test} from 'vitest';
import type {ShownDelivery} from '../../../src/shared/records/delivery/delivery.ts';
import {detailRows} from '../../../src/tui/layout/lists/detail-rows.ts';
import {nounRow} from '../../../src/tui/lists/list-row.ts';
import {rowText} from '../../../src/tui/text/row.ts';

const linesFor = (text: string, columns: number, height: number): readonly string[] =>
  detailRows(
    nounRow({
      kind: 'delivery',
      item: {
        id: 'dlv_1',
        key: 'run_1@signal:alice',
        address: 'signal:alice',
        text,
        state: 'sent',
        attempts: 1,
        createdAt: 1,
        repeat: false,
      } satisfies ShownDelivery,
    }),
    {now: 2, names: {}},
    columns,
    height,
  ).map(rowText);

test.each([
  ['one word', 'x', '', 12_000],
  ['many words', 'word and ', '', 4_000],
  ['wide characters', '日本語', '', 3_000],
])('a huge text of %s shows as many lines as a shorter one, with an ellipsis', (_, part, between, times) => {
  for (const columns of [20, 40, 140]) {
    const lines = linesFor(Array(times).fill(part).join(between), columns, 3);
    expect(lines).toEqual(linesFor(Array(600).fill(part).join(between), columns, 3));
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).toContain('…');
  }
});
