import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Screens and mails are in correct Italian: the specification's slips and English texts are only in the API's messages.

const ROOT = join(import.meta.dirname, '..')
const SLIPS =
  /addesso|esatteza|suscrit[oa]|conttatare|\b(?:il|al|del) offerente|utènte|loggato|email consegnato|le Password|Conferma password non|Prodotto non trovato/
const ENGLISH =
  /can't add|no (?:product|seller) found|location selected|\b(?:the|your|please|successfully|submitted)\b/i

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const files = globSync(
  ['web/**/*.{ts,tsx}', 'server/**/{*-,}mails.ts', 'server/**/*-texts.ts', 'server/talk/mail/render.ts'],
  { cwd: ROOT },
).filter((file) => !/\.test\.tsx?$/.test(file) && file !== 'web/entry.server.tsx')

test('the screens and mails are found', () => {
  expect(files.length).toBeGreaterThan(150)
})

test.each([
  ['slips of the specification', SLIPS],
  ['English texts', ENGLISH],
])('no screen or mail has %s', (_, pattern) => {
  const found = files.flatMap((file) =>
    withoutComments(readFileSync(join(ROOT, file), 'utf8'))
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
