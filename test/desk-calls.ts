import type { AuditPage } from '#domain/association/reports.schema.ts'
import type { aPiazza } from '#test/fixtures.ts'

export type Card = { _id: string; username: string; card: string }
export type Session = { token: string; _id: string; actor: string }
type Receipt = { acts: { text: string }[] }
export const PIN = '314159'
export const PERSON = { username: 'NONNA RINA', name: 'Rina', surname: 'Bo', pin: PIN }

/** A volunteer of the desk and an admin, with calls of the desk. */
export const withDesk = async <P extends Awaited<ReturnType<typeof aPiazza>>>(piazza: P) => {
  const [desk, admin] = [await piazza.aMember({ role: 'desk' }), await piazza.aMember({ isAdmin: true })]
  const post = (token: string, path: string, body: object = {}) => piazza.call('POST', path, { token, body })
  const register = async (person: object = PERSON) => await post(desk.token, '/api/desk/members', person)
  const begin = (body: object, by = desk) => post(by.token, '/api/desk/sessions', body)
  const actWithCard = async () => {
    const card = (await register()).body as Card
    const session = (await begin({ card: card.card, pin: PIN })).body as Session
    return { card, session }
  }
  const actsIn = async (token: string) =>
    ((await piazza.call('GET', '/api/desk/receipt', { token })).body as Receipt).acts.map(({ text }) => text)
  const audit = async () => ((await piazza.call('GET', '/api/audit', { token: admin.token })).body as AuditPage).entries
  return { ...piazza, desk, admin, post, register, begin, actWithCard, actsIn, audit }
}
