import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { responseWhileDeleting } from '#test/concurrent-delete.ts'
import { aPiazza } from '#test/fixtures.ts'

test('views are counted by day for public listings, and only the owner and admins read the figures', async () => {
  const piazza = await aPiazza()
  const [owner, other] = [await piazza.aMember(), await piazza.aMember()]
  const { id } = await piazza.aListing({ by: owner })
  const view = () => piazza.call('POST', `/api/products/${id}/views`)
  const figures = (token: string) => piazza.call('GET', `/api/products/${id}/statistics`, { token })

  await piazza.db.execute(sql`insert into listing_view values (${id}, '2026-01-01', 1)`)
  await view()
  await view()
  expect(await figures(owner.token)).toMatchObject({ status: 200, body: { views: 3, recentViews: 2, requests: 0 } })
  expect(await figures(other.token)).toMatchObject({ status: 403 })

  await piazza.db.execute(sql`update listing set paused = true where id = ${id}`)
  expect(await view()).toMatchObject({ status: 200 })
  expect(await figures(owner.token)).toMatchObject({ body: { views: 3 } })
})

test('a view of a listing that is being deleted counts for nothing', async () => {
  const piazza = await aPiazza()
  const { id } = await piazza.aListing()
  const view = () => piazza.call('POST', `/api/products/${id}/views`)
  expect(await responseWhileDeleting(piazza.db, 'listing', id, view)).toMatchObject({ status: 200 })
})
