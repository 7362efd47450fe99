import type { Page } from '@playwright/test'
import {
  aVerifiedMember,
  DEMO_ADMIN,
  DEMO_BUYER,
  DEMO_PASSWORD,
  DEMO_SELLER,
  openAs,
  openAsDemoMember,
} from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi, publishInSession } from './listings.ts'

const PIN = '314159'

/** A member whom the desk registered without an e-mail address, and a session of the desk for them. */
const aMemberWithoutEmail = async (origin: string) => {
  const { token } = await signInByApi(origin, DEMO_ADMIN, DEMO_PASSWORD)
  const username = `RINA${Math.floor(Math.random() * 1_000_000)}`
  const person = { username, name: 'Rina', surname: 'Bo', pin: PIN }
  const { card } = await callApi(origin, 'POST', '/desk/members', { token, body: person })
  const session = await callApi(origin, 'POST', '/desk/sessions', { token, body: { card, pin: PIN } })
  return { name: `${person.name} ${person.surname}`, token: session.token as string }
}

test('of a member without e-mail the request says that the desk tells them', { tag: ['@all', '@both'] }, async ({
  page,
  journey,
  piazza,
}) => {
  const owner = await aMemberWithoutEmail(piazza.origin)
  const listing = await publishInSession(piazza.origin, owner, { isService: true })
  const { token } = await signInByApi(piazza.origin, DEMO_BUYER, DEMO_PASSWORD)
  const body = { orderItems: [{ product: listing.id, qty: 1 }], message: 'Passo domani.' }
  const { order } = await callApi(piazza.origin, 'POST', '/orders', { token, body })

  await openAsDemoMember(page, DEMO_BUYER, `/order/${order._id}`)
  const contacts = page.getByRole('region', { name: 'Contatti' })
  await expect(contacts).toContainText(`Lo sportello avvisa ${owner.name} della richiesta.`)
  await expect(page.getByText('Passo domani.')).toHaveCount(1)
  await contacts.getByRole('button', { name: `Chiedi allo sportello di avvisare ${owner.name}` }).click()
  await expect(
    contacts.getByText('Questa persona non ha un’e-mail e risponde dallo sportello: lo sportello lo vede e la avvisa.'),
  ).toBeVisible()
  await contacts.getByRole('button', { name: 'seconda e-mail' }).click()
  await contacts.getByRole('textbox').fill('Alle dieci.')
  await contacts.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(contacts.getByText('Il messaggio è tra quelli della richiesta.')).toBeVisible()
  await expect(page.getByRole('log').getByText('Alle dieci.')).toHaveCount(1)
  await journey.arrived()
  await page.reload()
  await expect(contacts.getByText('hai già usato la seconda e-mail: continua tra i messaggi.')).toBeVisible()
  await expect(contacts.getByText('inviata')).toHaveCount(0)
})

test('a block is not revealed: reminder, second mail and message say that they were not sent', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  const owner = await aVerifiedMember(piazza.origin)
  const listing = await publishByApi(piazza.origin, { isService: true }, owner)
  const { token, _id: buyer } = await signInByApi(piazza.origin, DEMO_SELLER, DEMO_PASSWORD)
  const body = { orderItems: [{ product: listing.id, qty: 1 }] }
  const { order } = await callApi(piazza.origin, 'POST', '/orders', { token, body })
  const { token: ownersToken } = await signInByApi(piazza.origin, owner.email, owner.password)
  await callApi(piazza.origin, 'PUT', `/blocks/${buyer}`, { token: ownersToken, body: {} })

  await openAsDemoMember(page, DEMO_SELLER, `/order/${order._id}`)
  const contacts = page.getByRole('region', { name: 'Contatti' })
  await expect(contacts).toContainText('ha ricevuto un’e-mail con i tuoi dati di contatto.')
  await contacts.getByRole('button', { name: /^Manda un promemoria/ }).click()
  await expect(contacts.getByText('Il promemoria non è partito: in questo momento')).toBeVisible()
  await contacts.getByRole('button', { name: 'seconda e-mail' }).click()
  await contacts.getByRole('textbox').fill('Ci sei?')
  await contacts.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(contacts.getByText('L’e-mail non è partita: in questo momento')).toBeVisible()
  await expect(contacts.getByRole('textbox')).toHaveValue('Ci sei?')
  await journey.arrived()
  const messages = page.getByRole('region', { name: 'Messaggi' })
  await messages.getByRole('textbox').fill('Ci sei?')
  await messages.getByRole('button', { name: 'Invia' }).click()
  await expect(messages.getByText('Il messaggio non è partito: in questo momento')).toBeVisible()
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')])
  await openAs(page, owner, `/order/${order._id}`)
  await expect(contacts).toContainText('Hai ricevuto un’e-mail con i contatti di')
})

test('only the party that waits for an answer is offered a reminder', { tag: '@all' }, async ({
  page,
  seller,
  piazza,
}) => {
  const listing = await publishByApi(piazza.origin, { isService: true })
  const { token } = await signInByApi(piazza.origin, DEMO_BUYER, DEMO_PASSWORD)
  const body = { orderItems: [{ product: listing.id, qty: 1 }] }
  const { order } = await callApi(piazza.origin, 'POST', '/orders', { token, body })
  const reminders = (of: Page) => of.getByRole('button', { name: /^Manda un promemoria/ })
  await openAsDemoMember(page, DEMO_BUYER, `/order/${order._id}`)
  await expect(reminders(page)).toBeVisible()
  await seller.goto(`/order/${order._id}`)
  await expect(seller.getByRole('button', { name: 'Accetta' })).toBeVisible()
  await expect(reminders(seller)).toHaveCount(0)
})

test('an old unsubscribe link of a mail about a request says that these mails always arrive', { tag: '@all' }, async ({
  page,
  journey,
}) => {
  await journey.visit('/avvisi/disiscrizione/0.request.x')
  await expect(page.getByText('arrivano sempre e non si possono disattivare.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
