import { DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'

/** A request of the demo buyer to the demo seller that is paid and delivered. */
const aFinishedRequest = async (origin: string) => {
  const { id } = await publishByApi(origin, { delivery: 'personalmente' })
  const [buyer, seller] = [
    await signInByApi(origin, DEMO_BUYER, DEMO_PASSWORD),
    await signInByApi(origin, DEMO_SELLER, DEMO_PASSWORD),
  ]
  const body = { orderItems: [{ product: id, qty: 1 }] }
  const { order } = await callApi(origin, 'POST', '/orders', { token: buyer.token, body })
  await callApi(origin, 'PUT', `/orders/${order._id}/pay`, { token: seller.token, body: {} })
  await callApi(origin, 'PUT', `/orders/${order._id}/deliver`, { token: buyer.token, body: {} })
  return { path: `/order/${order._id}`, sellerId: seller._id }
}

test('after an exchange each side says how the other person was, and both are read together', {
  tag: ['@all', '@both'],
}, async ({ page, journey, piazza, seller: owner }) => {
  const { path, sellerId } = await aFinishedRequest(piazza.origin)
  const comment = `Gentile, e di parola ${Math.random().toString(36).slice(2)}`
  await openAsDemoMember(page, DEMO_BUYER, path)
  const question = page.getByRole('region', { name: 'Com’è andata con Forno del Borgo (demo)?' })
  await question.getByRole('button', { name: 'Pubblica' }).click()
  await expect(question.getByRole('alert')).toHaveText('Per favore lascia la tua valutazione e un commento')
  await question.getByRole('radio', { name: '4 Molto Buono' }).check()
  await question.getByLabel('Commento').fill(comment)
  await journey.arrived()
  await question.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText(/^Hai scritto com’è andata con Forno del Borgo/)).toContainText('o 14 giorni dopo')
  await expect(question).toHaveCount(0)

  await journey.visit(`/seller/${sellerId}`)
  const said = page.getByRole('region', { name: /^Cosa dicono le persone/ })
  await expect(said.getByText(comment)).toHaveCount(0)

  await owner.goto(path)
  await expect(owner.getByText(comment)).toHaveCount(0)
  const reverse = owner.getByRole('region', { name: /^Com’è andata con / })
  await reverse.getByRole('radio', { name: '5 Eccellente' }).check()
  await reverse.getByLabel('Commento').fill('Puntuale.')
  await reverse.getByRole('button', { name: 'Pubblica' }).click()
  await expect(owner.getByText(/^Hai scritto com’è andata/)).toBeVisible()

  await journey.visit(`/seller/${sellerId}`)
  const written = said.getByRole('listitem').filter({ hasText: comment })
  await expect(written.getByRole('img', { name: '4 su 5' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Persona \d.* su 5, \d+ pareri$/ })).toBeVisible()
})
