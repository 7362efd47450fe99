import fc from 'fast-check'

// Strings, numbers and structures that often break servers.

const LONG = 300

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\ufeff',
  '\u202e\u200b',
  '\u001b[2J',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e999',
  '0x10',
  '1.5',
  '9007199254740993',
  '99999999999999999999999999',
  '00000000-0000-0000-0000-000000000000',
  "' or 1=1 --",
  "'; drop table member; --",
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..%2f..%2f',
  '\r\nset-cookie: a=b',
  'javascript:alert(1)',
  '//altrove.example',
  '__proto__',
  'constructor',
  'a@b.it',
  `${'a'.repeat(29)}!@${'a.'.repeat(20)}`,
  'È'.normalize('NFD').repeat(40),
  'ﬃ'.repeat(60),
  '😀'.repeat(80),
  '🏳️‍🌈',
  'a'.repeat(LONG),
  '31/02/2024',
  '2024-02-30T25:61:61Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01',
]

// Used rarely, because they take long to send.
const LARGE = [' '.repeat(5_000), 'A'.repeat(70_000), 'È'.normalize('NFD').repeat(9_000), 'a'.repeat(270_000)]

const surrogates = fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit))

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 600, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 100, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 100, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 100, arbitrary: fc.string({ unit: surrogates, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(...LARGE) },
)

const NUMBERS = [0, -0, -1, 1, 1.5, 0.001, 2 ** 31, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e21, 1e308, 5e-324]
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const deep = (depth: number, kind: 'array' | 'object'): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = kind === 'array' ? [value] : { a: value }
  return value
}
const SHAPES: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { toString: 'x', valueOf: 1 },
  { length: -1 },
  Array(500).fill(0),
  deep(60, 'array'),
  deep(60, 'object'),
  deep(2_000, 'array'),
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"verified":true}}}'),
]

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...SHAPES) },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
