import { browserStore } from '#web/lib/browser-store.ts'

/** The address that is not verified yet, and the page to return to afterwards. Removed with the first sign-in; way-in.ts is kept longer. */
export const registration = browserStore<{ email: string; redirect: string | null } | null>(
  'localStorage',
  'registrazione',
  null,
)

/** State of the navigation to the page that made somebody register. */
export const JUST_REGISTERED = { registered: true }
