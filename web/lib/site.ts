import { useRevalidator, useRouteLoaderData } from 'react-router'
import type { SiteSettings } from '#domain/association/settings.ts'
import { formatPrice } from '#domain/base/money.ts'

/** The site's settings, from the root's loader. */
export const useSite = (): SiteSettings | undefined => useRouteLoaderData<{ site: SiteSettings }>('root')?.site

let isRefreshing = false

/** Whether the root's loader is to run again. */
export const isSiteRefreshing = (): boolean => isRefreshing

/** Reads the settings again after an admin has saved them. */
export const useSiteRefresh = (): (() => Promise<void>) => {
  const { revalidate } = useRevalidator()
  return async () => {
    isRefreshing = true
    await revalidate().finally(() => {
      isRefreshing = false
    })
  }
}

/** Invitation to publish the first listing, with the welcome VAL for it. */
export const useFirstListingText = (): string => {
  const welcome = useSite()?.welcome
  return welcome && welcome.val > 0 && welcome.when === 'listing'
    ? `Pubblica il tuo primo annuncio e ricevi ${formatPrice(welcome)}.`
    : 'Pubblica il tuo primo annuncio.'
}
