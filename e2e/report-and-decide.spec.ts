import { aNewAccount, aVerifiedMember, DEMO_ADMIN, DEMO_BUYER, openAs, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { expectMail, linkInMail } from './mailbox.ts'
import { withOwnPiazza } from './template.ts'

test('a visitor reports a listing; an admin hides it with reasons; its owner reads them and objects', async ({
  page,
  browser,
  journey,
  piazza,
}) => {
  const member = await aVerifiedMember(piazza.origin)
  const listing = await publishByApi(piazza.origin, {}, member)
  const visitor = { name: 'Ada Verdi', email: aNewAccount().email }
  await journey.visit(`/segnala?tipo=listing&id=${listing.id}`)
  await page.getByLabel('Motivo').selectOption('wrong')
  await page.getByLabel('Spiegazione').fill('Il prezzo non è quello.')
  await page.getByLabel('Nome e cognome').fill(visitor.name)
  await page.getByLabel('E-mail').fill(visitor.email)
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  const goodFaith = page.getByLabel('Dichiaro in buona fede')
  await expect(goodFaith).toHaveAccessibleDescription('Per continuare spunta questa casella.')
  await expect(goodFaith).toBeFocused()
  await journey.arrived()
  await goodFaith.check()
  await expect(goodFaith).toHaveAccessibleDescription('')
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await expect(page.getByText(/Segnalazione n\. \d+ ricevuta/)).toBeVisible()
  await journey.arrived()
  await expectMail(piazza.origin, visitor.email, 'ricevuta')

  await openAsDemoMember(page, DEMO_ADMIN, '/segnalazioni')
  await journey.arrived()
  const entry = page.getByRole('article').filter({ hasText: listing.name })
  await expect(entry).toContainText('Il prezzo non è quello.')
  await entry.getByText('Decidi', { exact: true }).first().click()
  await entry.getByLabel('Decisione', { exact: true }).selectOption('hide')
  await entry.getByLabel('Fatti').fill('Il prezzo dell’annuncio è diverso da quello chiesto.')
  await entry.getByLabel('Regola', { exact: true }).fill('Condizioni d’uso, «Che cosa non puoi fare», 2')
  await entry.getByRole('button', { name: 'Decidi' }).click()
  await expect(entry).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /La segnalazione n\. \d+ è decisa/ })).toBeVisible()
  await journey.arrived()
  await expectMail(piazza.origin, visitor.email, 'la decisione')

  const owner = await browser.newPage({ baseURL: piazza.origin })
  const path = await linkInMail(piazza.origin, member.email, '/decisioni/')
  await openAs(owner, member, path)
  await expect(owner.getByText('il contenuto è nascosto')).toBeVisible()
  await expect(owner.getByRole('main')).toContainText(`sull’annuncio «${listing.name}»`)
  await owner.getByLabel('Perché non sei d’accordo').fill('Il prezzo è giusto.')
  await owner.getByRole('button', { name: 'Fai ricorso' }).click()
  await expect(owner.getByText('In esame')).toBeVisible()
  await owner.goto('/productlist/seller')
  await expect(owner.getByRole('listitem').filter({ hasText: listing.name })).toContainText('Nascosto')
  await owner.close()

  await journey.visit(path)
  await page.getByLabel('Esito').selectOption('reversed')
  await page.getByLabel('Perché la annulli').fill('Il prezzo era giusto.')
  await page.getByRole('button', { name: 'Decidi il ricorso' }).click()
  await expect(page.getByText('Accolto: la decisione è annullata')).toBeVisible()
  await journey.visit('/registro')
  await expect(page.getByRole('row').filter({ hasText: 'Ricorso accolto' }).first()).toBeVisible()
  await page.getByLabel('Mostra').selectOption('Sportello')
  await expect(page.getByRole('row').filter({ hasText: 'Ricorso accolto' })).toHaveCount(0)
  await page.getByLabel('Mostra').selectOption('Segnalazioni e decisioni')
  await expect(page.getByRole('row').filter({ hasText: 'Ricorso accolto' }).first()).toBeVisible()
  await page.getByLabel('Fino al giorno').fill('01/01/2020')
  await expect(page.getByText('Niente di questo genere')).toBeVisible()
  await page.goto('/registro?p=99')
  await expect(page.getByText('Il registro finisce prima')).toBeVisible()
  await journey.visit(`/product/${listing.id}`)
})

test('a review is reported from where it is read', { tag: '@all' }, async ({ page, journey, piazza }) => {
  const response = await fetch(`${piazza.origin}/api/products?name=pane%20grano%20antico`)
  const { products } = (await response.json()) as { products: { _id: string }[] }
  await openAsDemoMember(page, DEMO_BUYER, `/product/${products[0]?._id}`)
  await page
    .getByRole('link', { name: /^Segnala la recensione di/ })
    .first()
    .click()
  await expect(page.getByText('Segnali una recensione.')).toBeVisible()
  await journey.arrived()
})

test('a member blocks another from their page and unblocks them in the profile', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
}) => {
  const response = await fetch(`${piazza.origin}/api/users/sellers`)
  const sellers = (await response.json()) as { _id: string; username: string; seller: { name: string } }[]
  const seller = sellers.find(({ seller }) => seller.name.startsWith('Forno'))
  const member = await aVerifiedMember(piazza.origin)
  await openAs(page, member, `/seller/${seller?._id}`)
  await page.getByRole('button', { name: 'Blocca' }).click()
  await expect(page.getByText('Non vi potete più contattare né pagare.')).toBeVisible()
  await journey.arrived()
  await journey.visit('/profilo/privacy')
  await page.getByRole('button', { name: `Sblocca ${seller?.seller.name}` }).click()
  await expect(page.getByText('Vi potete contattare di nuovo.')).toBeVisible()
})

test('an admin changes the terms, and members are asked to accept them', { tag: '@all' }, async ({ browser }) => {
  // A server of its own, because every member is asked from then on.
  await withOwnPiazza(async (origin) => {
    const admin = await browser.newPage({ baseURL: origin })
    await openAsDemoMember(admin, DEMO_ADMIN, '/testi/contact')
    await admin
      .getByRole('textbox', { name: 'Testo' })
      .fill('Scrivi a segreteria@esempio.test.\n\n# Orari\nIl martedì dalle 17 alle 19.')
    await admin.getByRole('button', { name: 'Pubblica la nuova versione' }).click()
    await expect(admin).toHaveURL('/contatti')
    await expect(admin.getByRole('heading', { name: 'Orari' })).toBeVisible()
    await admin.goto('/testi/terms')
    await admin.getByRole('textbox', { name: 'Testo' }).fill('Condizioni nuove.')
    await admin.getByRole('button', { name: 'Pubblica la nuova versione' }).click()
    await expect(admin).toHaveURL('/condizioni')
    await admin.close()

    const member = await browser.newPage({ baseURL: origin })
    await openAsDemoMember(member, DEMO_BUYER, '/profile')
    await member.getByLabel('Condizioni d’uso').getByRole('button', { name: 'Accetta' }).click()
    await expect(member.getByText('sono cambiate')).toBeHidden()
    await member.reload()
    await expect(member.getByRole('heading', { name: 'Il tuo profilo' })).toBeVisible()
    await expect(member.getByText('sono cambiate')).toBeHidden()
    await member.close()
  })
})
