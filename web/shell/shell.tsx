import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { SiteSettings } from '#domain/association/settings.ts'
import { ActingBanner } from '#web/features/accounts/desk/acting-banner.tsx'
import { RegisteredNote } from '#web/features/accounts/sessions/registered-note.tsx'
import { SuspensionBanner } from '#web/features/association/reports/suspension-banner.tsx'
import { TermsBanner } from '#web/features/association/texts/terms-banner.tsx'
import { useMergedFavourites } from '#web/features/market/listings/favourites/use-merged-favourites.ts'
import { useLiveEvents } from '#web/lib/live.ts'
import { usePasskeyOfferDue } from '#web/lib/session/passkey-offer.ts'
import { useViewerAttribute } from '#web/lib/session/session.ts'
import { useSessionUpdates } from '#web/lib/session/session-updates.ts'
import { useSignInAsked } from '#web/lib/session/sign-in-again.ts'
import { useUnseenUpdates } from '#web/lib/unseen.ts'
import { Banner } from '#web/shell/banner.tsx'
import { BottomBar } from '#web/shell/bottom-bar.tsx'
import { CookieBar } from '#web/shell/cookie-bar.tsx'
import { Footer } from '#web/shell/footer.tsx'
import { Header } from '#web/shell/header/header.tsx'
import { NavigationSkeleton } from '#web/shell/navigation-skeleton.tsx'
import { Progress } from '#web/shell/progress.tsx'
import { Strip } from '#web/shell/strip.tsx'
import styles from './shell.module.css'

const PasskeyOffer = lazy(() => import('#web/features/accounts/sessions/passkey-offer.tsx'))
const SignInDialog = lazy(() => import('#web/features/accounts/sessions/sign-in-dialog.tsx'))

/** Moves the focus to the new content after a client-side navigation, as a full load would. */
const useFocusOnNewPage = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname) main.current?.focus({ preventScroll: true })
    last.current = pathname
  }, [pathname])
  return main
}

/** Sets `data-hydrated` on <html>, so that browser tests know when buttons work. */
const useHydratedAttribute = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
}

/** Whether the sign-in dialog has been asked for since the page was opened; it stays, so that closing it returns the focus. */
const useLoadedSignIn = () => {
  const isAsked = useSignInAsked()
  const [isLoaded, setLoaded] = useState(isAsked)
  if (isAsked && !isLoaded) setLoaded(true)
  return isLoaded
}

/** The frame of every page. `site` is missing if the root loader failed. */
export const Shell = ({ site, children }: { site: SiteSettings | undefined; children: ReactNode }) => {
  const main = useFocusOnNewPage()
  useHydratedAttribute()
  useViewerAttribute()
  useSessionUpdates()
  useLiveEvents()
  useUnseenUpdates()
  useMergedFavourites()
  const isPasskeyOfferDue = usePasskeyOfferDue()
  const isSignInLoaded = useLoadedSignIn()
  return (
    <>
      <a className={styles.skip} href="#contenuto">
        Vai al contenuto
      </a>
      <Progress />
      <ActingBanner />
      <TermsBanner />
      <SuspensionBanner />
      {isPasskeyOfferDue && (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      )}
      {site && <Banner text={site.banner} />}
      <Header />
      {site && <Strip {...site.strip} />}
      <main className={styles.main} id="contenuto" tabIndex={-1} ref={main}>
        <RegisteredNote />
        <NavigationSkeleton>{children}</NavigationSkeleton>
      </main>
      <Footer site={site} />
      <BottomBar />
      <CookieBar />
      {isSignInLoaded && (
        <Suspense>
          <SignInDialog />
        </Suspense>
      )}
    </>
  )
}
