import { SECTIONS } from '#domain/market/listings.ts'
import type { makePopulation } from '#test/population.ts'

/** Members, listings, requests and reviews of which no test knows: a test that expects to be alone fails. */
export const addOthers = async (population: ReturnType<typeof makePopulation>): Promise<void> => {
  const admin = await population.aMember({ isAdmin: true })
  const seller = await population.aMember()
  for (const section of SECTIONS) {
    const listing = await population.aListing({ by: seller, section })
    await population.aReview(listing)
    await population.anOrder({ kind: section, seller })
  }
  await population.aListing({ by: admin, name: 'Di altri', category: 'Altrui' })
}
