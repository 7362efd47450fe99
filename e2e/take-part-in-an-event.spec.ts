import { DAY_MS } from '#domain/base/dates.ts'
import { DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { openDetails } from './listings.ts'

/** yyyy-MM-dd in Italy. */
const dayAfter = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(new Date(Date.now() + days * DAY_MS))
const italian = (day: string) => day.split('-').reverse().join('/')

/** The owner moves the event so that it ends in a few seconds: an end in the past would be refused. */
const endSoon = async (origin: string, id: string) => {
  const { token } = await signInByApi(origin, DEMO_SELLER, DEMO_PASSWORD)
  const event = await callApi(origin, 'GET', `/products/${id}`, { token })
  // Repeated, because a busy server may read it after its end.
  await expect(async () => {
    const startsAt = new Date(Date.now() - 60_000).toISOString()
    const endsAt = new Date(Date.now() + 5_000).toISOString()
    await callApi(origin, 'PUT', `/products/${id}`, { token, body: { ...event, startsAt, endsAt } })
  }).toPass()
}

test('an event is published, somebody takes part, keeps it in a calendar, and it leaves the lists when over', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza, seller: owner, consoleErrors }) => {
  const name = `Ballo in cortile ${Math.random().toString(36).slice(2, 7)}`
  const day = dayAfter(1)
  await owner.goto('/productlist/seller')
  await owner.getByRole('button', { name: 'Crea Annuncio' }).click()
  await expect(owner.getByLabel('Giorno d’inizio')).toHaveCount(0)
  await owner.getByLabel('Che cosa pubblichi').selectOption('Evento')
  await expect(owner.getByLabel('Scadenza')).toHaveCount(0)
  await owner.getByLabel('Titolo').fill(name)
  await owner.getByLabel('Ora d’inizio').fill('18:30')
  await owner.getByLabel('Luogo').fill('Circolo ARCI, via Roma 3')
  await openDetails(owner)
  await owner.getByRole('combobox', { name: 'Categoria' }).fill('Feste e incontri')
  await owner.getByLabel('Ora di fine').fill('17:00')
  await owner.getByLabel('Posti liberi').fill('1')
  await owner.getByRole('button', { name: 'Pubblica' }).click()
  await expect(owner.getByText('Scrivi quando comincia l’evento.')).toBeVisible()
  await owner.getByRole('textbox', { name: 'Giorno d’inizio' }).fill(italian(day))
  await expect(owner.getByRole('textbox', { name: 'Giorno di fine' })).toHaveValue(italian(day))
  await owner.getByRole('button', { name: 'Pubblica' }).click()
  await expect(owner.getByText('L’evento deve finire dopo l’inizio.')).toBeVisible()
  await owner.getByLabel('Ora di fine').fill('20:00')
  await owner.getByRole('button', { name: 'Pubblica' }).click()
  await expect(owner.getByText(`«${name}» è in vetrina.`)).toBeVisible()

  await openAsDemoMember(page, DEMO_BUYER, '/?sezione=avviso')
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText(/[a-z]{3} \d{1,2} [a-z]+, 18:30/)
  await expect(page.getByRole('link', { name: 'Calendario degli eventi' })).toBeVisible()
  await journey.arrived()
  await card.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Posti liberi: 1')).toBeVisible()
  await journey.arrived()
  const { pathname } = new URL(page.url())
  const id = pathname.split('/').at(-1) ?? ''
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((text) => JSON.parse(text)['@type'])).toContain('Event')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Aggiungi al calendario' }).click()
  expect((await downloading).suggestedFilename()).toBe('evento.ics')
  const feed = await (await fetch(`${piazza.origin}/feed/avviso.ics`)).text()
  expect(feed).toContain(`SUMMARY:${name}`)
  expect(feed).toContain(`UID:${id}@`)

  await page.getByRole('button', { name: 'Partecipo' }).click()
  await page.getByRole('button', { name: 'Conferma la partecipazione' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await page.goto(pathname)
  await expect(page.getByText('Posti esauriti').filter({ visible: true }).first()).toBeVisible()

  await endSoon(piazza.origin, id)
  await expect(async () => {
    await page.goto(pathname)
    await expect(page.getByText('Questo evento è già finito.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.goto('/?sezione=avviso')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(card).toHaveCount(0)
  await owner.goto('/productlist/seller')
  await expect(owner.getByRole('listitem').filter({ hasText: name })).toContainText('Finito')
  // The browser logs the page of an event that is over.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((message) => !message.includes('404')))
})
