import { expect, test } from 'vitest'
import { aPiazza } from '#test/fixtures.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'

test('the fourth request of a new account says why it is refused, how many a day, when again and what lifts the limit', async () => {
  const piazza = await aPiazza()
  const buyer = await piazza.aMember({ hasAd: true })
  const place = async () => {
    const { item } = await aBuyerAndListing(piazza)
    return orderCalls(piazza).place(buyer, [item])
  }
  for (let time = 0; time < 3; time++) expect((await place()).status).toBe(200)
  const { status, message } = await place()
  expect(status).toBe(429)
  expect(message).toMatch(
    /^Contro lo spam c’è un limite con le persone con cui non hai ancora concluso uno scambio: 3 richieste al giorno\. Puoi riprovare (oggi|domani) dopo le \d\d:\d\d\. Il limite sale di 3 al giorno con ogni scambio che concludi\.$/,
  )
})
