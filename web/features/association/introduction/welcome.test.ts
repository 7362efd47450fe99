import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { WelcomeVal } from '#domain/association/settings.ts'
import { Welcome } from '#web/features/association/introduction/welcome.tsx'

const textWith = (welcome: WelcomeVal): string =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(Welcome, { site: { partners: [], welcome } })),
  ).replaceAll(/<[^>]*>/g, '')

test('the introduction promises the welcome VAL of the settings, and nothing without them', () => {
  const what = 'Scambia con i vicini cose, mestieri e tempo, in euro e in VAL, la moneta dell’associazione'
  expect(textWith({ val: 20, when: 'listing' })).toBe(
    `${what}: cinque minuti per iniziare, 20 VAL in dono con il primo annuncio.`,
  )
  expect(textWith({ val: 20, when: 'verification' })).toContain('20 VAL in dono quando confermi l’e-mail.')
  expect(textWith({ val: 0, when: 'listing' })).toBe(`${what}: cinque minuti per iniziare.`)
})
