import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PRIVACY_TEXT_VERSION } from '#domain/accounts/consent.ts'
import { siteFor } from '#test/site.ts'
import { CookiesSection, STORED_ENTRIES } from '#web/features/accounts/privacy/cookies-section.tsx'
import { ControllerSections, DataSections } from '#web/features/accounts/privacy/data-sections.tsx'
import { RightsSections } from '#web/features/accounts/privacy/rights-sections.tsx'
import * as session from '#web/lib/session/session.ts'

// What people have agreed to. A new text gets a new version (its date), and the hash that this test prints.
const TEXT = { version: '2026-11-19', hash: '66ab3a9060c3064e4a21eece89cacb1f9dd2e6fab56663ab6e87952872c32f68' }

test('the privacy text of a version does not change', () => {
  const site = siteFor({ ASSOCIATION_NAME: 'Associazione', ASSOCIATION_URL: 'https://associazione.example/' })
  const sections = createElement(
    Fragment,
    null,
    createElement(ControllerSections, { site }),
    createElement(DataSections),
    createElement(CookiesSection),
    createElement(RightsSections),
  )
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, sections))
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const hash = createHash('sha256').update(text).digest('hex')
  expect({ version: PRIVACY_TEXT_VERSION, hash }).toEqual(TEXT)
})

test('the privacy page names everything that the site keeps in the browser', () => {
  const web = join(import.meta.dirname, '../../..')
  const keys = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap((file) =>
    [
      ...readFileSync(join(web, file), 'utf8').matchAll(
        /\bbrowserStore(?:<[^(]+>)?\(\s*'(?:local|session)Storage',\s*(?:memberKey\()?(?:'(\w+)'|(\w+))/g,
      ),
    ].map(([, key, constant = '']) => key ?? (session as Record<string, unknown>)[constant]),
  )
  expect(keys.length).toBeGreaterThan(15)
  const named = STORED_ENTRIES.flatMap(({ name }) => name.split(', '))
  expect(keys.filter((key) => !named.includes(String(key)))).toEqual([])
})
