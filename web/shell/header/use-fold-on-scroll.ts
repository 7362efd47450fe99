import { useEffect, useRef } from 'react'

// Shorter movements are unintentional.
const LEAST_PIXELS = 8

/** Sets `data-folded` on the header while the page scrolls down, and removes it when it scrolls up. */
export const useFoldOnScroll = () => {
  const header = useRef<HTMLElement>(null)
  useEffect(() => {
    let last = window.scrollY
    const update = () => {
      const now = Math.max(0, window.scrollY)
      if (!header.current || Math.abs(now - last) < LEAST_PIXELS) return
      const isPast = now > 2 * header.current.offsetHeight
      header.current.toggleAttribute('data-folded', now > last && isPast)
      last = now
    }
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return header
}
