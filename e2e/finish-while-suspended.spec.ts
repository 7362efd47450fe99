import { aVerifiedMember, DEMO_ADMIN, DEMO_PASSWORD, DEMO_SELLER, openAs } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'

test('a suspended member reads why on every page and how to object, and finishes a request with VAL in it; the other is told', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza, seller }) => {
  const { origin } = piazza
  const person = await aVerifiedMember(origin)
  const { token, _id } = await signInByApi(origin, person.email, person.password)
  const [owner, admin] = await Promise.all(
    [DEMO_SELLER, DEMO_ADMIN].map((email) => signInByApi(origin, email, DEMO_PASSWORD)),
  )
  if (!owner || !admin) throw new Error('no session')
  const publish = async (by: string, name: string) => {
    const { product } = await callApi(origin, 'POST', '/products', { token: by, body: {} })
    const listing = { name, section: 'offro', category: 'Alimentari', priceVal: 4, countInStock: 9 }
    await callApi(origin, 'PUT', `/products/${product._id}`, { token: by, body: { ...product, ...listing } })
    return product._id as string
  }
  await publish(token, 'Torta di prova')
  await callApi(origin, 'PUT', `/users/upgrade/${_id}`, { token, body: {} })
  const bread = await publish(owner.token, `Pane per ${person.username}`)
  const request = async () => {
    const body = { orderItems: [{ product: bread, qty: 1 }], inPerson: true }
    return (await callApi(origin, 'POST', '/orders', { token, body })).order
  }
  const [paid, unpaid] = [await request(), await request()]
  await callApi(origin, 'POST', `/orders/${paid._id}/accept`, { token: owner.token, body: paid.terms })
  const balance = async () => (await callApi(origin, 'GET', '/wallet/balance', { token })).balance
  await expect.poll(balance, { timeout: 60_000 }).toBe(100)
  await callApi(origin, 'POST', `/orders/${paid._id}/transfer`, { token, body: {} })
  const body = { reason: 'Messaggi offensivi a più persone', until: '2999-01-31' }
  await callApi(origin, 'PUT', `/users/${_id}/suspension`, { token: admin.token, body })

  const banner = page.getByRole('complementary', { name: 'Sospensione' })
  await openAs(page, person, '/')
  await expect(banner).toContainText('Il tuo account è sospeso fino al 31/01/2999')
  await expect(banner).toContainText('Messaggi offensivi a più persone')
  await journey.arrived()
  await page.goto(`/order/${unpaid._id}`)
  await expect(page.getByText('Il tuo account è sospeso: qui per ora puoi solo leggere.')).toBeVisible()
  await journey.arrived()
  await page.goto(`/order/${paid._id}`)
  await expect(banner).toBeVisible()
  const box = page.getByRole('textbox', { name: /^Scrivi a/ })
  await box.fill('Passo sabato')
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByRole('log').getByText('Passo sabato')).toBeVisible()
  await journey.arrived()

  await seller.goto(`/order/${paid._id}`)
  await expect(seller.getByText('Per questa richiesta sono passati dei VAL: potete scrivervi')).toBeVisible()
  await expect(seller.getByRole('log').getByText('Passo sabato')).toBeVisible()
  await seller.getByRole('textbox', { name: /^Scrivi a/ }).fill('Va bene')
  await seller.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(seller.getByRole('log').getByText('Va bene')).toBeVisible()
  await seller.screenshot({ path: test.info().outputPath('altra-persona.png'), fullPage: true })
  await seller.goto(`/order/${unpaid._id}`)
  await expect(seller.getByText('Nel frattempo non può accettare, proporre, pagare né scriverti')).toBeVisible()
  await seller.screenshot({ path: test.info().outputPath('altra-persona-senza-val.png'), fullPage: true })

  await banner.getByRole('link', { name: 'Leggi la decisione e fai ricorso' }).click()
  await expect(page).toHaveURL(/\/decisioni\//)
  await expect(page.getByText('Messaggi offensivi a più persone').first()).toBeVisible()
  await journey.arrived()
})
