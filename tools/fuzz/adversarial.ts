/** Adversarial values: as texts, as JSON and as whole bodies. */

const long = (length: number) => 'a'.repeat(length)
const disguised = `${'ا'.repeat(3)}\u202egpj.exe`

/** Texts for an address, a form field or a JSON string. */
export const texts: readonly string[] = [
  '',
  ' ',
  '0',
  '٣',
  '2147483648',
  `-${'9'.repeat(400)}`,
  'NaN',
  '2026-02-30',
  '+275760-09-13',
  '\u0000',
  'a\u0000b',
  'é'.normalize('NFD').repeat(60),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '👩‍👩‍👧‍👦'.repeat(20),
  disguised,
  "'",
  '\\',
  '%',
  "' or '1'='1",
  "'; drop table people; --",
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '//evil.test',
  'https://user:pass@evil.test:99999/',
  '../../../../etc/passwd',
  '$(sleep 9)',
  '=1+1',
  'a@b.cl\r\nBcc: c@evil.test',
  `${long(64)}@${long(63)}.cl`,
  '__proto__',
  '{"$gt":""}',
  `${'1'.repeat(5000)}-k`,
  `${'(a+)+'.repeat(500)}$`,
  long(10_000),
]

/** Lone surrogates and null characters, as JSON texts. Only JSON can express them, by escaping. */
const halves = ['"\\ud800"', '"\\udc00\\ud800"', '"a\\udfffb"', '"\\u0000"', '"a\\u0000b"']

const deep = (open: string, close: string, depth: number, core = '1') =>
  `${open.repeat(depth)}${core}${close.repeat(depth)}`

export const jsonValues: readonly string[] = [
  ...texts.map((text) => JSON.stringify(text)),
  ...halves,
  'null',
  'true',
  'false',
  '0',
  '9007199254740993',
  '1e400',
  '9'.repeat(400),
  '[null]',
  '{}',
  '[1,"1",true,null,{}]',
  `[${Array.from({ length: 3000 }, () => '{}').join(',')}]`,
  `"${long(200_000)}"`,
  '{"toJSON":"x","valueOf":"x"}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":{"polluted":true}}',
  deep('{"a":', '}', 30_000),
  deep('{"a":[', ']}', 20_000, '"\\ud800"'),
]

export type AdversarialBody = { readonly type: string; readonly text: string | Buffer }

const json = 'application/json'

/** Whole bodies that are invalid for this operation, or for every operation. */
export const bodies: readonly AdversarialBody[] = [
  ...['', ' ', 'null', 'true', '0', '""', '[]', '[[]]', '{', '}', '{"a":}', "{'a':1}", '{"a":1,}', 'NaN'].map(
    (text) => ({ type: json, text }),
  ),
  { type: json, text: '\ufeff{}' },
  { type: json, text: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: json, text: Buffer.from('{}', 'utf16le') },
  { type: json, text: `"${long(300_000)}"` },
  { type: json, text: deep('[', ']', 100_000) },
  { type: json, text: `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}` },
  { type: json, text: '{"__proto__":{"polluted":true}}' },
  { type: json, text: '{"constructor":{"prototype":{"polluted":true}}}' },
  { type: `${json}; charset=utf-16`, text: '{}' },
  { type: 'text/plain', text: '{}' },
  { type: 'application/xml', text: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  { type: 'application/x-www-form-urlencoded', text: 'a=1&__proto__[polluted]=1' },
  { type: 'application/octet-stream', text: Buffer.alloc(2000, 0xff) },
  { type: 'multipart/form-data; boundary=', text: '----\r\n' },
  { type: 'multipart/form-data; boundary=x', text: '--x\r\n\r\n' },
  { type: `${long(5000)}/a`, text: '{}' },
]

/** Spellings of a path segment. The texts above are used as well, through `encodeURIComponent`. */
export const pathParts: readonly string[] = [
  '%00',
  '%31',
  '%2e%2e%2f%2e%2e%2f',
  '%ff',
  '%ed%a0%80',
  '%',
  '1%2F2',
  '1%0d%0aSet-Cookie:a=b',
  long(600),
]

/** Whole query strings, put before the requested query or used instead of it. */
export const queries: readonly string[] = [
  '&&&&',
  '__proto__[polluted]=1',
  'constructor.prototype.polluted=1',
  `${'a=1&'.repeat(1500)}`,
  `a=${long(6000)}`,
  '%',
  '%00=%00',
  'page=%ff',
]

/** Headers that the portal reads somewhere. */
export const headers: readonly Readonly<Record<string, string>>[] = [
  { 'x-token': long(300) },
  { authorization: `Bearer ${long(5000)}` },
  { authorization: 'Bearer a.b.c' },
  { 'x-identity': long(5000) },
  { 'idempotency-key': long(5000) },
  { 'if-none-match': `"${long(4000)}", W/"${long(4000)}"` },
  { cookie: `${'a=b;'.repeat(1500)}` },
  { 'x-forwarded-for': "' or 1=1, ::1%lo, 999.1.1.1" },
  { 'content-length': '-1' },
  { 'accept-encoding': 'br;q=nan, *' },
  { 'user-agent': `${long(4000)}\u00ff` },
  { origin: 'null', referer: 'javascript:alert(1)' },
  { range: 'bytes=0-,-1,9999999999-' },
  { 'last-event-id': "'; drop table people; --" },
]
