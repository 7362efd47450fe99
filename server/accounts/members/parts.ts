import type { SiteSettings } from '#domain/association/settings.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { ImportStore } from '#server/accounts/import/store.ts'
import type { LinksStore } from '#server/accounts/members/links-store.ts'
import type { makePayeesStore } from '#server/accounts/members/payees-store.ts'
import type { MembersStore } from '#server/accounts/members/store.ts'
import type { WelcomeMarks } from '#server/accounts/members/welcome-store.ts'
import type { PasskeyChecking } from '#server/accounts/passkeys/checking.ts'
import type { NetworksStore } from '#server/accounts/sessions/networks-store.ts'
import type { Passwords } from '#server/accounts/sessions/passwords.ts'
import type { SessionsStore } from '#server/accounts/sessions/store.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Newsletter } from '#server/talk/newsletter/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'

/** Dependencies that the account services share. */
export type MembersParts = {
  store: MembersStore
  payees: ReturnType<typeof makePayeesStore>
  links: LinksStore
  networks: NetworksStore
  welcomeMarks: WelcomeMarks
  sessionRows: SessionsStore
  imports: ImportStore
  passwords: Passwords
  passkeys: PasskeyChecking
  /** Removes the passkeys and their challenges. */
  removePasskeys: (tx: Queries, memberId: string) => Promise<void>
  hooks: AccountHooks
  limits: Limits
  mail: Mail
  newsletter: Newsletter
  notices: Notices
  audit: Audit
  site: SiteSettings
  now: () => Date
}
