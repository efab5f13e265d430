import {expect, test} from 'vitest';
import {textOfPage} from '../../../../src/daemon/tools/web/page-text.ts';

const page = (contentType: string, body: string | Buffer) =>
  textOfPage({url: 'https://example.org/', contentType, body: Buffer.from(body)});

test('HTML is converted, other text is passed on unchanged', async () => {
  expect(await page('text/html; charset=utf-8', '<title>T</title><p>a&amp;b')).toEqual({
    kind: 'text',
    title: 'T',
    text: 'a&b',
  });
  expect(await page('application/xhtml+xml', '<p>x</p>')).toEqual({kind: 'text', text: 'x'});
  expect(await page('application/json', '{"a": "<p>"}')).toEqual({kind: 'text', text: '{"a": "<p>"}'});
  expect(await page('application/ld+json', '{}')).toEqual({kind: 'text', text: '{}'});
  expect(await page('text/plain', 'a < b\n')).toEqual({kind: 'text', text: 'a < b'});
  expect(await page('application/rss+xml', '<rss></rss>')).toEqual({kind: 'text', text: '<rss></rss>'});
});

test('without a type the content decides', async () => {
  expect(await page('', '<!doctype html><p>x')).toEqual({kind: 'text', text: 'x'});
  expect(await page('', 'plain')).toEqual({kind: 'text', text: 'plain'});
  expect(await page('', Buffer.from([0, 1, 2]))).toMatchObject({kind: 'binary'});
});

test("a page that isn't text is named with its size", async () => {
  expect(await page('image/png', Buffer.alloc(12_345))).toEqual({
    kind: 'binary',
    what: 'a file of type image/png (12,345 bytes)',
  });
  expect(await page('application/pdf', '%PDF')).toMatchObject({kind: 'binary'});
});

test('the encoding comes from the header, else the page, else it is UTF-8', async () => {
  const latin1 = Buffer.from('grün', 'latin1');
  expect(await page('text/plain; charset=ISO-8859-1', latin1)).toEqual({kind: 'text', text: 'grün'});
  const html = Buffer.concat([Buffer.from('<meta charset="windows-1252"><p>'), latin1]);
  expect(await page('text/html', html)).toEqual({kind: 'text', text: 'grün'});
  expect(await page('text/plain; charset=nonsense', 'grün')).toEqual({kind: 'text', text: 'grün'});
  expect(await page('text/plain', Buffer.concat([Buffer.from('\ufeff'), Buffer.from('x')]))).toEqual({
    kind: 'text',
    text: 'x',
  });
});
