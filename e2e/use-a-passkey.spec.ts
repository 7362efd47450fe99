import type { Page } from '@playwright/test'
import { aVerifiedMember, DEMO_ADMIN, DEMO_PASSWORD, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'

const SELLERS_NAME = 'FORNO_DEL_BORGO'

/** A device with a fingerprint reader, whose owner is always there. */
const addDevice = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const post = async (origin: string, path: string, body: object, extra: Record<string, string> = {}) => {
  const headers = { 'content-type': 'application/json', ...extra }
  const response = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { ok: response.ok, body: await response.json() }
}

/** A member with 150 VAL; above 100 a day the password is asked. */
const aRichMember = async (origin: string) => {
  const person = await aVerifiedMember(origin)
  const { token } = (await post(origin, '/users/signin', { email: DEMO_ADMIN, password: DEMO_PASSWORD })).body
  const gift = { to: person.username, amount: 150, confirmation: 150 }
  // The chain opens beside the server, and may not be there yet. With the key, a repeated call gives nothing more.
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': person.username }
  const give = async () => (await post(origin, '/treasury/gifts', gift, headers)).ok
  await expect.poll(give, { timeout: 60_000 }).toBe(true)
  return person
}

test('a member is offered a passkey, signs in with it, confirms a large payment and sees the wallet’s key', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza, consoleErrors }) => {
  const person = await aRichMember(piazza.origin)
  await addDevice(page)
  await journey.visit('/signin')
  await signIn(page, person.email, person.password)
  const offer = page.getByRole('complementary', { name: 'Passkey' })
  await expect(offer).toContainText('La prossima volta accedi con l’impronta')
  await journey.arrived()
  await offer.getByRole('link', { name: 'Aggiungi una passkey' }).click()
  await expect(page).toHaveURL('/profilo/sicurezza#passkey')
  await expect(offer).toHaveCount(0)

  const panel = page.getByRole('region', { name: 'Passkey' })
  await panel.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Aggiungi una passkey' })
  await adding.getByLabel('Nome').fill('Il mio telefono')
  await adding.getByLabel('La tua password', { exact: true }).fill('sbagliata')
  await adding.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  await expect(adding.getByRole('alert')).toContainText('La password non è corretta')
  consoleErrors.length = 0
  await adding.getByLabel('La tua password', { exact: true }).fill(person.password)
  await adding.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  await expect(panel).toContainText('La passkey «Il mio telefono» è pronta')
  await expect(panel.getByRole('listitem')).toContainText('mai usata')
  await panel.getByRole('button', { name: 'Rinomina Il mio telefono' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rinomina la passkey' })
  await renaming.getByLabel('Nome').fill('Telefono blu')
  await renaming.getByRole('button', { name: 'Salva' }).click()
  await expect(panel.getByRole('listitem')).toContainText('Telefono blu')
  await journey.arrived()

  await page.evaluate(() => window.localStorage.removeItem('userInfo'))
  await page.goto('/signin?redirect=/portafoglio')
  await page.getByRole('button', { name: 'Usa una passkey' }).click()
  await expect(page).toHaveURL('/portafoglio')
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('150,00 VAL', { timeout: 60_000 })
  await expect(offer).toHaveCount(0)

  await page.goto(`/paga/${SELLERS_NAME}?importo=120&nota=Forno`)
  await page.getByRole('button', { name: 'Paga', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'Conferma il pagamento' })
  await confirmation.getByRole('button', { name: 'Paga 120 VAL', exact: true }).click()
  await expect(confirmation).toContainText('con la tua password o con una passkey')
  // The first attempt was refused, as it must be.
  consoleErrors.length = 0
  await journey.arrived()
  await confirmation.getByRole('button', { name: 'Paga 120 VAL con la passkey' }).click()
  await expect(page.getByText('Trasferimento confermato')).toBeVisible({ timeout: 60_000 })

  await page.goto('/profilo/sicurezza')
  await page.getByRole('button', { name: 'Mostra la chiave segreta' }).click()
  const secret = page.getByRole('dialog', { name: 'Chiave segreta' })
  await expect(secret.getByRole('button', { name: 'Usa la password' })).toBeVisible()
  await secret.getByRole('button', { name: 'Mostra con la passkey' }).click()
  await expect(secret.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
  await secret.getByRole('button', { name: 'Nascondi' }).click()

  await panel.getByRole('button', { name: 'Rimuovi Telefono blu' }).click()
  const removal = page.getByRole('dialog', { name: 'Rimuovi la passkey' })
  await removal.getByRole('button', { name: 'Usa la password' }).click()
  await removal.getByLabel('La tua password', { exact: true }).fill(person.password)
  await removal.getByRole('button', { name: 'Rimuovi', exact: true }).click()
  await expect(panel).toContainText('La passkey è stata rimossa.')
  await expect(panel).toContainText('Non ne hai ancora.')
})

test('without a passkey on the device the sign-in says so, and the offer is dismissed for good', {
  tag: '@all',
}, async ({ page, piazza }) => {
  const person = await aVerifiedMember(piazza.origin)
  await page.goto('/signin')
  await addDevice(page)
  await page.getByRole('button', { name: 'Usa una passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('La passkey non ha confermato', { timeout: 60_000 })
  await signIn(page, person.email, person.password)
  const offer = page.getByRole('complementary', { name: 'Passkey' })
  await offer.getByRole('button', { name: 'Non ora' }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
})
