import {expect, test} from 'vitest';
import {readHtml} from '../../../../src/daemon/tools/web/html-text.ts';
import {workedMs} from '../../../support/own-time.ts';

const read = (html: string) => readHtml(html, 'https://example.org/blog/post');
const textOf = async (html: string): Promise<string> => (await read(html)).text;

test('a page is read as its title, headings, paragraphs, lists, links and tables', async () => {
  const page = await read(`<!DOCTYPE html>
    <html><head><title>Figs &amp; plums</title><style>p { color: red }</style><script>alert("<p>no</p>")</script></head>
    <body><nav><a href="/">Home</a></nav>
      <h1>Figs</h1>
      <p>Water   them
         <b>daily</b>, see <a href="../how?a=1&amp;b=2">how</a>.</p>
      <!-- <p>not this</p> -->
      <ul><li>one</li><li><p>two</p></li></ul>
      <table><tr><th>Day</th><th>Litres</th></tr><tr><td>Mon</td><td>2</td></tr></table>
      <img src="x.png" alt="a fig tree"><br>end
      <footer>Imprint</footer>
    </body></html>`);
  expect(page.title).toBe('Figs & plums');
  expect(page.text).toBe(
    [
      '# Figs',
      '',
      'Water them daily, see [how](https://example.org/how?a=1&b=2).',
      '',
      '- one',
      '- two',
      '',
      'Day | Litres |',
      '',
      'Mon | 2 |',
      '',
      '[picture: a fig tree]',
      'end',
    ].join('\n'),
  );
});

test('only the marked main part is read when it has text', async () => {
  const article = 'word '.repeat(100);
  const html = `<body><div>Sign up!</div><main><h2>News</h2><p>${article}</p></main><div>Cookies</div></body>`;
  expect(await textOf(html)).toBe(`## News\n\n${article.trim()}`);
  expect(await textOf('<div>All of it</div><main>short</main>')).toBe('All of it\n\nshort');
});

test('preformatted text keeps its lines and spaces', async () => {
  expect(await textOf('<p>Run:</p><pre>if (a)\n    b();\n\tc();</pre><p>done   now</p>')).toBe(
    'Run:\n\nif (a)\n    b();\n\tc();\n\ndone now',
  );
});

test('entities are decoded, and lookalikes stay', async () => {
  expect(await textOf('&lt;b&gt; caf&eacute; &#8364;5 &#x1F600; &mdash; AT&T &nosuch; &#0; &#128; &amp;amp;')).toBe(
    '<b> café €5 😀 — AT&T &nosuch; \ufffd € &amp;',
  );
});

test('only links to the web are written as links', async () => {
  expect(
    await textOf(
      '<a href="javascript:alert(1)">one</a> <a href="#top">two</a> <a href="mailto:a@b.c">three</a> <a>four</a>',
    ),
  ).toBe('one two three four');
  expect(await textOf('<a href="https://example.org/x">https://example.org/x</a>')).toBe('https://example.org/x');
  expect(await textOf('<a href="/x"><img alt="logo"></a>')).toBe('[[picture: logo]](https://example.org/x)');
});

test.each([
  ['tags that are never closed', '<p>one<p>two<div>three<b>four', 'one\n\ntwo\n\nthreefour'],
  ['a lone less-than', '1 < 2 and 3 <4', '1 < 2 and 3 <4'],
  ['a tag cut off at the end', 'text <a href="x', 'text'],
  ['a comment that never ends', 'text <!-- and so on', 'text'],
  ['a script that never ends', 'text <script>var a = "</p>"', 'text'],
  ['a script with a tag in a string', '<script>if (a < b) "</scripty>"</script>after', 'after'],
  ['a greater-than in an attribute', '<img alt="a > b" src=x>after', '[picture: a > b] after'],
  ['a head that is not closed', '<html><head><title>T</title><meta charset=utf-8><body>text', 'text'],
  ['navigation that is never closed', '<nav>menu <p>text', 'menu\n\ntext'],
  ['navigation inside navigation', '<nav>a<nav>b</nav>c</nav>text', 'text'],
  ['upper case', '<SCRIPT>x</SCRIPT><P>text</P>', 'text'],
  ['nothing', '', ''],
  ['no HTML at all', 'just text', 'just text'],
])('%s is read correctly', async (_what, html, text) => {
  expect(await textOf(html)).toBe(text);
});

test.each([
  ['open tags', '<div>'.repeat(300_000)],
  ['links', '<a href="x">'.repeat(150_000)],
  ['less-thans', '<'.repeat(2_000_000)],
  ['ampersands', '&'.repeat(2_000_000)],
  ['a quote that never closes', `<a href="${'<a href='.repeat(200_000)}`],
  ['one giant tag', `<a ${'a'.repeat(2_000_000)}>`],
  ['one giant attribute list', `<a ${'a b '.repeat(15_000)}>${'x'.repeat(100)}`.repeat(20)],
  ['comments', '<!--'.repeat(500_000)],
  ['scripts', '<script>'.repeat(200_000)],
  ['line breaks', '<br>'.repeat(500_000)],
  ['white space', ' \n\t'.repeat(700_000)],
  ['spaces in preformatted text', `<pre>${' '.repeat(2_000_000)}`],
])('two megabytes of %s are read quickly, without blocking others for long', async (_what, html) => {
  const started = workedMs();
  let [last, longest, reading] = [started, 0, true];
  const watching = (async () => {
    while (reading) {
      await new Promise(resolve => setImmediate(resolve));
      longest = Math.max(longest, workedMs() - last);
      last = workedMs();
    }
  })();
  await textOf(html);
  reading = false;
  await watching;
  expect(workedMs() - started).toBeLessThan(5_000);
  expect(longest).toBeLessThan(1_000);
});
