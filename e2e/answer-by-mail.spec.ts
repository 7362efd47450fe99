import { aVerifiedMember, DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { linkInMail } from './mailbox.ts'

/** A request to a new member about a new listing. */
const aRequest = async (origin: string) => {
  const owner = await aVerifiedMember(origin)
  const listing = await publishByApi(origin, { isService: true }, owner)
  const { token } = await signInByApi(origin, DEMO_BUYER, DEMO_PASSWORD)
  const body = { orderItems: [{ product: listing.id, qty: 1 }] }
  const { order } = await callApi(origin, 'POST', '/orders', { token, body })
  const { token: ownersToken } = await signInByApi(origin, owner.email, owner.password)
  const read = () => callApi(origin, 'GET', `/orders/${order._id}`, { token: ownersToken })
  return { owner, listing, read }
}

test('an owner answers «sì» to the mail about a request, and confirms it with the button of the page that the next mail leads to', {
  tag: ['@all', '@both'],
}, async ({ page, journey, piazza, consoleErrors }) => {
  const { owner, listing, read } = await aRequest(piazza.origin)
  await page.goto('/posta')
  await page
    .getByRole('listitem')
    .filter({ hasText: owner.email })
    .filter({ hasText: listing.name })
    .first()
    .getByRole('link')
    .click()
  await page.getByLabel('Testo').fill('Sì!')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect(page.getByRole('heading', { name: 'Posta' })).toBeVisible()
  const link = await linkInMail(piazza.origin, owner.email, '/risposta/')
  // A scanner opens the link.
  await fetch(`${piazza.origin}${link}`)
  expect((await read()).state).toBe('sent')
  await page.goto(link)
  await expect(page.getByText('Se confermi, la richiesta è accettata')).toBeVisible()
  await journey.arrived()
  await page.getByRole('button', { name: 'Sì, accetta la richiesta' }).click()
  await expect(page.getByRole('button', { name: 'Sì, accetta la richiesta' })).toHaveCount(0)
  await expect.poll(async () => (await read()).state).toBe('agreed')
  await page.goto(link)
  await expect(page.getByText('Questo link non è valido, è scaduto o è già stato usato.')).toBeVisible()
  // The used link is answered 404.
  consoleErrors.length = 0
})

test('an answer from another address is shown whole before it is sent', { tag: ['@all', '@both'] }, async ({
  page,
  journey,
  piazza,
}) => {
  const { owner, listing } = await aRequest(piazza.origin)
  await page.goto('/posta')
  await page
    .getByRole('listitem')
    .filter({ hasText: owner.email })
    .filter({ hasText: listing.name })
    .first()
    .getByRole('link')
    .click()
  await page.getByLabel('Da', { exact: true }).fill(DEMO_SELLER)
  await page.getByLabel('Testo').fill('Vieni domani alle dieci.\nPorta una borsa.')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await page.goto(await linkInMail(piazza.origin, owner.email, '/risposta/'))
  await expect(page.getByText(`da ${DEMO_SELLER}, che non è il tuo indirizzo`)).toBeVisible()
  await expect(page.getByText('Porta una borsa.')).toBeVisible()
  await journey.arrived()
  await page.getByRole('button', { name: 'È mia: inviala' }).click()
  await expect(page.getByText('Messaggio inviato.')).toBeVisible()
})
