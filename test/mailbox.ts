import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type PostedMail = {
  recipient: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** The mails to an address, oldest first. */
export const mailsTo = (db: Database, recipient: string): Promise<PostedMail[]> =>
  db.query<PostedMail>(
    sql`select recipient, subject, text, html, headers from mail where recipient = ${recipient} order by id`,
  )

/** The last segment of the newest link of a kind in the mails to an address. */
export const linkTo = async (db: Database, recipient: string, kind: string): Promise<string> => {
  const mails = await mailsTo(db, recipient)
  const links = mails.flatMap(({ text }) => [...text.matchAll(new RegExp(`/${kind}/([\\w-]+)`, 'g'))])
  return links.at(-1)?.[1] ?? ''
}
