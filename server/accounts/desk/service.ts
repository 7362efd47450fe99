import { randomBytes, randomInt } from 'node:crypto'
import type { Member } from '#domain/accounts/access.ts'
import type {
  DeskCard,
  DeskNews,
  DeskReceipt,
  DeskRegistration,
  DeskSession,
  DeskSessionRequest,
} from '#domain/accounts/desk.schema.ts'
import {
  addressWithoutMailbox,
  DESK_CODE_MINUTES,
  DESK_MESSAGES,
  DESK_SESSION_MINUTES,
  hasMailbox,
  MAX_WRONG_CODES,
} from '#domain/accounts/desk.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import type { AssociationLimits } from '#domain/association/settings.ts'
import { AppError } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import { makeActTexts } from '#server/accounts/desk/act-texts.ts'
import { codeMail, weeklyMail } from '#server/accounts/desk/mails.ts'
import type { DeskStore } from '#server/accounts/desk/store.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Passwords } from '#server/accounts/sessions/passwords.ts'
import type { Audit } from '#server/platform/audit.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { hashCode } from '#server/talk/mail/codes.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'

const MINUTE_MS = 60_000
const NEWS_PAGE = 20
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
// A Monday at 6:00 UTC, when the weekly lists are due (jobs/tasks.ts).
const DUE_MS = Date.UTC(2024, 0, 1, 6)

type Parts = {
  store: DeskStore
  members: MembersService
  passwords: Passwords
  audit: Audit
  hooks: AccountHooks
  notices: Notices
  mail: Mail
  limits: Limits
  association: AssociationLimits
  now: () => Date
}

// Excludes letters and digits that look alike.
const CARD_LETTERS = 'ABCDEFGHJKLMNPQRTUVWXYZ2346789'
const newCard = (): string =>
  [0, 1, 2].map(() => Array.from({ length: 4 }, () => CARD_LETTERS[randomInt(CARD_LETTERS.length)]).join('')).join('-')
const cardHash = (card: string): Buffer => hashCode(`card ${card.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
const newOneTimeCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')
const codeHash = (memberId: string, code: string): Buffer => hashCode(`desk ${memberId} ${code.replace(/\D/g, '')}`)

/** Returns one week before the last due time, so that lists sent late cover the same period. */
const startOfLists = (at: Date): Date => new Date(at.getTime() - ((at.getTime() - DUE_MS) % WEEK_MS) - WEEK_MS)

/** The desk registers people without e-mail and acts for members who are present and prove it with a code or card. */
export const makeDesk = (parts: Parts) => {
  const { store, members, passwords, audit, notices, mail, limits, association, now } = parts
  const acts = makeActTexts({ ...parts, nameOf: members.shownNames })
  const giveCode = async (tx: Queries, memberId: string) => {
    const code = newOneTimeCode()
    const expiresAt = new Date(now().getTime() + DESK_CODE_MINUTES * MINUTE_MS)
    await store.setCode(tx, { memberId, codeHash: codeHash(memberId, code), expiresAt })
    return { code, expiresAt: expiresAt.toISOString() }
  }

  const giveCard = async (tx: Queries, memberId: string, pinHash: string): Promise<string> => {
    const card = newCard()
    await store.setCard(tx, { memberId, codeHash: cardHash(card), pinHash, at: now() })
    return card
  }

  const getByName = async (username: string) => {
    const member = await members.findForDesk({ username })
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
    return member
  }

  /** Returns the id of the member to whom the card and PIN, or the one-time code, belong. */
  const identifyMember = async (request: DeskSessionRequest): Promise<string> => {
    if ('code' in request) {
      const member = await members.findForDesk({ username: request.username })
      const isRight =
        member && (await store.consumeCode(member.id, codeHash(member.id, request.code), now(), MAX_WRONG_CODES))
      if (!member || !isRight) throw new AppError('forbidden', DESK_MESSAGES.wrong)
      return member.id
    }
    const card = await store.findCard(cardHash(request.card))
    if (card && !(await store.countAttempt(card.memberId, MAX_WRONG_CODES)))
      throw new AppError('forbidden', DESK_MESSAGES.locked)
    const isRight = await passwords.matches(card?.pinHash, request.pin)
    if (!card || !isRight) throw new AppError('forbidden', DESK_MESSAGES.wrong)
    await store.resetAttempts(card.memberId)
    return card.memberId
  }

  return {
    /** The person chooses and types the PIN. The code on the card is returned only here: the database has its hash. */
    async register(form: DeskRegistration, viewer: Member): Promise<DeskCard> {
      await limits.take('deskRegistration', viewer.id)
      const { pin, ...person } = form
      const pinHash = await passwords.hash(pin)
      const email = addressWithoutMailbox(randomBytes(12).toString('hex'))
      return members.registration.registerAtDesk({ ...person, email }, viewer.id, async (tx, id) => {
        const card = await giveCard(tx, id, pinHash)
        await audit.record({ actor: viewer.id, action: 'desk.register', subject: id }, tx)
        return { _id: id, username: person.username, name: `${person.name} ${person.surname}`, card }
      })
    },

    /** Replaces a lost or locked card; for admins. */
    async replaceCard(id: string, pin: string, viewer: Member): Promise<DeskCard> {
      const pinHash = await passwords.hash(pin)
      return store.transaction(async (tx) => {
        const contact = (await members.contacts(tx, [id])).get(id)
        if (!contact || !(await store.hasCard(tx, id))) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
        const card = await giveCard(tx, id, pinHash)
        await audit.record({ actor: viewer.id, action: 'desk.card', subject: id }, tx)
        return { _id: id, username: contact.username, name: contact.name, card }
      })
    },

    /** Returns a new code to the member, in the member's own session. */
    ownCode: (viewer: Member) => store.transaction((tx) => giveCode(tx, viewer.id)),

    /** Mails a new code to the member. */
    async sendCode(username: string, viewer: Member): Promise<void> {
      const member = await getByName(username)
      if (!hasMailbox(member.email)) throw new AppError('conflict', DESK_MESSAGES.noMailbox)
      await limits.take('deskCode', member.id)
      await store.transaction(async (tx) => {
        const { code, expiresAt } = await giveCode(tx, member.id)
        const content = codeMail(member.shownName, viewer.shownName, { code, sum: association.deskDailySum })
        await mail.enqueue(tx, { to: member.email, content, expiresAt: new Date(expiresAt) })
      })
    },

    async begin(request: DeskSessionRequest, viewer: Member): Promise<DeskSession> {
      await limits.take('deskSession', viewer.id)
      const memberId = await identifyMember(request)
      const member = await members.findForDesk({ id: memberId })
      if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
      if (member.id === viewer.id) throw new AppError('forbidden', DESK_MESSAGES.ownAccount)
      if (member.role !== 'member') throw new AppError('forbidden', DESK_MESSAGES.privileged)
      const until = new Date(now().getTime() + DESK_SESSION_MINUTES * MINUTE_MS)
      const { session, user } = await members.sessions.beginActing(member, viewer, until)
      await audit.record({ actor: viewer.id, action: 'desk.begin', subject: member.id, details: { session } })
      return { ...user, actingUntil: until.toISOString(), actor: viewer.username }
    },

    /** Returns what the desk did in this session. */
    async receipt({ id, shownName, actor, session }: Member): Promise<DeskReceipt> {
      if (!actor) throw new AppError('notFound', DESK_MESSAGES.notActing)
      const rows = await audit.where({ action: 'desk.', actor: actor.id, subject: id, session })
      const done = [...(await acts.ofAll(rows)).values()].map(({ at, text }) => ({ at: at.toISOString(), text }))
      const balance = await parts.hooks.wallet.readBalance(id).then(fromHundredths, () => null)
      return { member: shownName, volunteer: actor.shownName, until: actor.until.toISOString(), balance, acts: done }
    },

    /** The members for whom the desk answers and who have not seen something yet, longest waiting first. */
    async news(p: number): Promise<DeskNews> {
      const people = new Map((await store.answeredFor()).map((person) => [person.id, person]))
      const unseen = Map.groupBy(await notices.unseenOf([...people.keys()]), ({ memberId }) => memberId)
      const waiting = [...unseen].flatMap(([id, kinds]) => {
        const person = people.get(id)
        const [first] = kinds
        if (!person || !first) return []
        const { id: _id, ...named } = person
        const news = kinds.map(({ kind, count }) => ({ kind, count }))
        return [{ _id, ...named, since: first.since.toISOString(), news }]
      })
      return { people: waiting.slice((p - 1) * NEWS_PAGE, p * NEWS_PAGE), pages: pagesOf(waiting.length, NEWS_PAGE) }
    },

    entryText: acts.ofEntry,

    /** Mails what each volunteer did in the last week to another volunteer, or to an admin if there is none. */
    async sendWeeklyLists(): Promise<void> {
      const rows = await audit.where({ action: 'desk.', since: startOfLists(now()) })
      const byActor = Map.groupBy(rows, ({ actorId }) => actorId ?? '')
      const texts = await acts.ofAll(rows)
      await store.transaction(async (tx) => {
        const volunteers = await members.deskVolunteers(tx)
        for (const [actorId, own] of byActor) {
          const others = volunteers.filter(({ id, email }) => id !== actorId && hasMailbox(email))
          const reader = others.find(({ role }) => role === 'desk') ?? others[0]
          if (!reader) continue
          const content = weeklyMail(
            reader.shownName,
            own[0]?.actor ?? '',
            own.flatMap(({ id }) => texts.get(id) ?? []),
          )
          await mail.enqueue(tx, { to: reader.email, content })
        }
      })
    },

    personalData: {
      tables: ['desk_card', 'desk_code'],
      async export({ id }) {
        const at = await store.cardDate(id)
        return { deskCard: at ? { createdAt: at.toISOString() } : null }
      },
      erase: (tx, { id }) => store.removeOf(tx, id),
      deleteExpired: (at) => store.removeExpired(at),
    } satisfies PersonalData,
  }
}
