import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { type SearchFilters, searchAt } from '#web/features/market/listings/search/search-path.ts'

/** The filters of the search that is being loaded, otherwise of the one that is shown. */
export const useLatestFilters = (shown: SearchFilters): SearchFilters => {
  const { location } = useNavigation()
  return (location && searchAt(location)) ?? shown
}

// flushSync applies the new search before the next event, so that a second tap adds its filter to the first.
export const FILTER_NAVIGATION = { preventScrollReset: true, flushSync: true } as const

const opensElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey

type Props = Omit<ComponentProps<'a'>, 'onClick' | 'href'> & { to: string }

/** A link to the same search with other filters. Not the router's Link: a page has sixty of them, which hydrate slowly. */
export const FilterLink = ({ to, ...props }: Props) => {
  const navigate = useNavigate()
  const open = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    void navigate(to, FILTER_NAVIGATION)
  }
  return <a {...props} href={to} onClick={open} />
}
