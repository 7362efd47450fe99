import { sql } from '#server/platform/db/sql.ts'
import { aVerifiedMember, DEMO_BUYER, DEMO_SELLER, openAs, openAsDemoMember } from './accounts.ts'
import { callApi } from './api.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { linkInMail } from './mailbox.ts'

const aWord = () => `zufolo${Math.random().toString(36).slice(2, 7)}`

test('a search is saved in one click, and a listing that it finds is told', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
}) => {
  const word = aWord()
  await openAsDemoMember(page, DEMO_BUYER, `/search/name/${word}`)
  await page.getByRole('button', { name: 'Avvisami quando arriva' }).click()
  await page.getByRole('link', { name: 'Le tue ricerche' }).click()
  await expect(page.getByRole('link', { name: word, exact: true })).toBeVisible()
  await journey.arrived()

  const { name } = await publishByApi(piazza.origin, { name: `Un ${word} di legno` })
  const told = `«${name}» risponde alla tua ricerca «${word}»`
  await expect(async () => {
    await page.goto('/avvisi')
    await expect(page.getByText(told)).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await page.getByRole('link', { name: told }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await page.goto('/avvisi-salvati')
  await page.getByRole('button', { name: `Togli la ricerca ${word}` }).click()
  await expect(page.getByText('Ricerca eliminata.')).toBeVisible()
  await expect(page.getByRole('link', { name: word, exact: true })).toHaveCount(0)
})

test('what nobody offers is asked for as «Cerco», and somebody answers', { tag: '@all' }, async ({
  page,
  piazza,
  browser,
}) => {
  const word = aWord()
  await openAsDemoMember(page, DEMO_BUYER, `/search/category/Musica/name/${word}/min/0/max/30`)
  await page.getByRole('link', { name: `Pubblica «Cerco ${word}»` }).click()
  await expect(page.getByLabel('Titolo')).toHaveValue(`Cerco ${word}`)
  await expect(page.getByRole('combobox', { name: 'Categoria' })).toHaveValue('Musica')
  await expect(page.getByLabel('Quanto dai al massimo in VAL')).toHaveValue('30')
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText(`«Cerco ${word}» è in vetrina.`)).toBeVisible()

  const context = await browser.newContext({ baseURL: piazza.origin })
  const other = await context.newPage()
  await openAsDemoMember(other, DEMO_SELLER, `/search/name/${word}`)
  await other
    .getByRole('link', { name: `Cerco ${word}` })
    .first()
    .click()
  await other.getByRole('button', { name: 'Rispondi a chi cerca' }).first().click()
  await other.getByRole('dialog').getByRole('button', { name: 'Invia la risposta a chi cerca' }).click()
  await expect(other).toHaveURL(/\/order\//)
  await context.close()

  await expect(async () => {
    await page.goto('/avvisi')
    await expect(page.getByText(/ha quello che cerchi/).first()).toBeVisible({ timeout: 10_000 })
  }).toPass()
})

test('«È ancora valido?» is answered on the page, not by a program that opens the links of mails', {
  tag: '@all',
}, async ({ page, journey, piazza }) => {
  const account = await aVerifiedMember(piazza.origin)
  await openAs(page, account, '/avvisi/preferenze')
  await page.getByText('Scegli voce per voce').click()
  await page.getByLabel('Scadenze e conferme dei tuoi annunci').selectOption('now')
  await expect(page.getByText('Salvato.')).toBeVisible()
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
  const { product } = await callApi(piazza.origin, 'POST', '/products', { token, body: {} })
  const name = `Coperta della prova ${aWord()}`
  const body = { ...product, name, category: 'Casa' }
  await callApi(piazza.origin, 'PUT', `/products/${product._id}`, { token, body })

  const ago = (days: number, column: 'alive_at' | 'asked_at') =>
    moveTime(
      piazza.folder,
      (db) =>
        db.execute(
          column === 'alive_at'
            ? sql`update listing_life set alive_at = alive_at - make_interval(days => ${days}) where listing_id = ${product._id}`
            : sql`update listing_life set asked_at = asked_at - make_interval(days => ${days}) where listing_id = ${product._id}`,
        ),
      'ask-freshness',
    )
  await ago(91, 'alive_at')
  const link = await linkInMail(piazza.origin, account.email, '/ancora-valido/')

  // The scanner: with and without JavaScript.
  await fetch(`${piazza.origin}${link}`)
  await fetch(`${piazza.origin}/api/freshness/${link.split('/').at(-1)}`)
  await page.goto(link)
  await expect(page.getByText(`«${name}»`)).toBeVisible()
  await journey.arrived()
  await ago(15, 'asked_at')
  const isShown = async () => (await fetch(`${piazza.origin}/api/products/${product._id}`)).status === 200
  await expect.poll(isShown).toBe(false)

  await page.goto(link)
  await expect(page.getByText('Questo annuncio è in pausa')).toBeVisible()
  await page.getByRole('button', { name: 'Sì, è ancora valido' }).click()
  await expect(page.getByText('L’annuncio è in vetrina.')).toBeVisible()
  expect(await isShown()).toBe(true)
})
