// A hostile page never holds the daemon: a big one is read in a worker thread.
import {expect, test} from 'vitest';
import {readPage} from '../../../../src/daemon/tools/web/web-fetch.ts';
import {longestBlock} from '../../../support/longest-block.ts';

const page = (html: string) => ({url: 'http://a.example/', contentType: 'text/html', body: Buffer.from(html)});

test.each<[string, (size: number) => string]>([
  ['preformatted blanks', size => `<pre>Hello ${' \t'.repeat(size / 2)}`],
  ['nested lists', size => `Hello ${'<ul><li>'.repeat(size / 8)}`],
  ['signs that open no tag', size => `Hello ${'< '.repeat(size / 2)}`],
  ['one open link', size => `Hello <a href=x>${'y<b>'.repeat(size / 4)}`],
])('a page of %s never holds the daemon, small or big', async (_, html) => {
  for (const size of [65_000, 1_000_000]) {
    let text = '';
    const block = await longestBlock(async () => {
      const read = await readPage(page(html(size)));
      text = read.kind === 'text' ? read.text : '';
    });
    expect(text).toMatch(/^(?:- )?Hello/u);
    expect([size, block < 50]).toEqual([size, true]);
  }
});
