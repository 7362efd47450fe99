import type { ReportPage } from '#domain/association/reports.schema.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

export type Signed = { id: string; token: string }
export const DECISION = { facts: 'Vende ciò che non ha.', ground: 'Art. 5 delle condizioni d’uso' }

/** A listing, its author and an admin, with calls to report and decide. */
export const aPiazzaWithReports = async (options?: Parameters<typeof anOwnPiazza>[0]) => {
  const piazza = await anOwnPiazza(options)
  const [author, admin] = [await piazza.aMember({ hasAd: true }), await piazza.aMember({ isAdmin: true })]
  const listing = await piazza.aListing({ by: author, name: 'Pane magico' })
  const report = (by: Signed | undefined, about: { kind?: string; id?: string } = {}, body: object = {}) =>
    piazza.call('POST', '/api/reports', {
      ...(by ? { token: by.token } : {}),
      body: { kind: 'listing', id: listing.id, reason: 'fraud', explanation: 'Non esiste', ...about, ...body },
    })
  const decide = (by: Signed, id: string, body: object) =>
    piazza.call('POST', `/api/reports/${id}/decision`, { token: by.token, body: { ...DECISION, ...body } })
  const idOf = (answer: { body: unknown }) => (answer.body as { _id: string })._id
  const isVisible = async (id = listing.id) => (await piazza.call('GET', `/api/products/${id}`)).status === 200
  const anEstablishedMember = async () => {
    const member = await piazza.aMember()
    await piazza.anOrder({ buyer: member, state: 'delivered' })
    return member
  }
  const openReports = async () =>
    ((await piazza.call('GET', '/api/reports?state=open', { token: admin.token })).body as ReportPage).reports
  const post = (by: Signed, path: string, body: object) => piazza.call('POST', path, { token: by.token, body })
  return { ...piazza, author, admin, listing, report, decide, idOf, isVisible, anEstablishedMember, openReports, post }
}
