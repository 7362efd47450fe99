import { makeBlocking } from '#server/accounts/blocks/blocking.ts'
import { makeBlocksStore } from '#server/accounts/blocks/store.ts'
import { makeActing } from '#server/accounts/desk/acting.ts'
import { makeDesk } from '#server/accounts/desk/service.ts'
import { makeDeskStore } from '#server/accounts/desk/store.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import { makeMemberImports } from '#server/accounts/import/importing.ts'
import { makeImportStore } from '#server/accounts/import/store.ts'
import { makeAudienceStore } from '#server/accounts/members/audience-store.ts'
import { makeLinksStore } from '#server/accounts/members/links-store.ts'
import { makePayeesStore } from '#server/accounts/members/payees-store.ts'
import { makePublicProfiles } from '#server/accounts/members/public-profiles.ts'
import { makeMembersService } from '#server/accounts/members/service.ts'
import { makeMembersStore } from '#server/accounts/members/store.ts'
import { makeWelcomeMarks } from '#server/accounts/members/welcome-store.ts'
import { makePasskeyChecking } from '#server/accounts/passkeys/checking.ts'
import { makePasskeys } from '#server/accounts/passkeys/service.ts'
import { makePasskeysStore } from '#server/accounts/passkeys/store.ts'
import { makeErasure } from '#server/accounts/privacy/erasure.ts'
import { makePrivacyService } from '#server/accounts/privacy/service.ts'
import { makeNetworksStore } from '#server/accounts/sessions/networks-store.ts'
import { makePasswords } from '#server/accounts/sessions/passwords.ts'
import { makeSessionsStore } from '#server/accounts/sessions/store.ts'
import type { Platform } from '#server/platform/make.ts'
import type { Talk } from '#server/talk/make.ts'

/** Members, their sessions and passkeys, the desk, blocks, and the export and deletion of a member's data. */
export const makeAccounts = (platform: Platform, talk: Talk, hooks: AccountHooks) => {
  const { db, reads, secret } = platform
  const store = makeMembersStore(db)
  const imports = makeImportStore(db)
  const networks = makeNetworksStore(db)
  const passwords = makePasswords()
  const passkeysStore = makePasskeysStore(db)
  const checking = makePasskeyChecking({ ...platform, store: passkeysStore })
  const members = makeMembersService({
    ...platform,
    ...talk,
    store,
    payees: makePayeesStore(db),
    links: makeLinksStore(db),
    networks,
    welcomeMarks: makeWelcomeMarks(db, networks, secret),
    sessionRows: makeSessionsStore(db),
    imports,
    passwords,
    passkeys: checking,
    removePasskeys: passkeysStore.removeOf,
    hooks,
  })
  const shared = { ...platform, ...talk, hooks, members, passwords }
  const blocks = makeBlocksStore(db)
  const blocking = makeBlocking({ ...shared, store: blocks })
  const desk = makeDesk({ ...shared, store: makeDeskStore(db) })
  const passkeys = makePasskeys({ ...shared, store: passkeysStore, checking })
  const erasure = makeErasure({ ...shared, store })
  return {
    members,
    /** Used by newsletters. */
    audience: { ...makeAudienceStore(db), usernames: store.usernames },
    memberImports: makeMemberImports({ ...shared, store: imports }),
    publicProfiles: makePublicProfiles(makeMembersStore(reads)),
    blocks,
    blocking,
    acting: makeActing(shared),
    desk,
    passkeys,
    erasure,
    privacy: makePrivacyService({ ...shared, store, erasure }),
    /** The account itself last. */
    accountsData: [blocking, desk, passkeys, members].map(({ personalData }) => personalData),
  }
}
export type Accounts = ReturnType<typeof makeAccounts>
