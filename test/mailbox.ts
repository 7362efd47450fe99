import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeMailStore } from '#server/talk/mail/store.ts'

export type PostedMail = {
  recipient: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** The mails to an address as they would be sent now, oldest first. */
export const mailsTo = async (db: Database, recipient: string): Promise<PostedMail[]> => {
  const ids = await db.query<{ id: number }>(sql`select id from mail where recipient = ${recipient} order by id`)
  const store = makeMailStore(db)
  const mails = await Promise.all(ids.map(({ id }) => store.find(id)))
  return mails.filter((mail) => mail !== undefined)
}

/** The last segment of the newest link of a kind in the mails to an address. */
export const linkTo = async (db: Database, recipient: string, kind: string): Promise<string> => {
  const mails = await mailsTo(db, recipient)
  const links = mails.flatMap(({ text }) => [...text.matchAll(new RegExp(`/${kind}/([\\w-]+)`, 'g'))])
  return links.at(-1)?.[1] ?? ''
}
