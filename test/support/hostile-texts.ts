// Hostile texts, and texts that terminals draw differently: input from outside may be any of them.
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'escape sequences': '\x1b[2J\x1b[H\x1b[31mred\x1b[?1049l\x1b[?7h\x1bc\x9b2J top',
  'a title, the clipboard and a link by escape':
    '\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b]8;;http://owned\x07x\x1b]8;;\x07',
  'sequences that never end': 'a \x1b]0;owned a \x1b[ b \x1bP owned \x90',
  'control characters': 'be\x07ll back\b\b\b carriage\rreturn form\ffeed nul\0 del\x7f tab\there',
  'bidi controls': '\u202eevil\u202c \u2066isolate\u2069 \u200fmark',
  'what is not seen': 'zero\u200bwidth soft\u00adhyphen \ufeffbom fill\u3164er tag\u{e0041}\u{e0042} \u2060join',
  'wide characters': '日本語のテキストと한국어'.repeat(20),
  'emoji that terminals count differently': '⚠️ ℹ️ ❤️ 👍🏽 👩‍👩‍👧‍👦 1️⃣ 🇩🇰 \u{1fae9} 🏴‍☠️'.repeat(6),
  'combining marks': `z${'\u0301\u0323\u0489'.repeat(60)}algo e\u0301`,
  Devanagari: 'हिन्दी में एक लंबा वाक्य क्षत्रिय '.repeat(8),
  'right to left': 'שלום עולם العربية نص طويل mixed with words '.repeat(6),
  'a huge line': 'x'.repeat(100_000),
  'very many lines': 'line\n'.repeat(5_000),
  'unpaired surrogates': 'half \ud83d and \udc00 half',
  'Markdown that never ends': `${'>'.repeat(300)} ${'- '.repeat(200)}${'*'.repeat(500)}[${'['.repeat(300)}`,
  'a link that is none': '[x](javascript:alert(1)) [y](http://e.org/\x1b]0;owned\x07) <http://e.org/\u202e>',
};
