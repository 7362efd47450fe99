import { type RefObject, useEffect, useRef } from 'react'
import { DEFAULT_CENTRE, type DrawnMap, type MapSource, type Point } from '#web/features/market/places/map-source.ts'
import { findPosition } from '#web/lib/position.ts'

/** Draws the map once, centres it on the browser's position, and returns a function that shows a point. */
export const useMap = (
  element: RefObject<HTMLElement | null>,
  source: MapSource,
  onClick: (point: Point) => void,
): ((point: Point) => void) => {
  const drawing = useRef<Promise<DrawnMap>>(undefined)
  // The browser's position may arrive after the person has chosen a place, and is then ignored.
  const hasShown = useRef(false)
  const latestOnClick = useRef(onClick)
  latestOnClick.current = onClick

  useEffect(() => {
    if (!element.current) return
    const drawn = source.draw(element.current, DEFAULT_CENTRE, (point) => latestOnClick.current(point))
    drawing.current = drawn
    let isUnmounted = false
    if (navigator.geolocation)
      findPosition().then(async (point) => {
        const map = await drawn
        if (point && !isUnmounted && !hasShown.current) map.show(point)
      })
    return () => {
      isUnmounted = true
      drawn.then((map) => map.remove())
    }
  }, [element, source])

  return (point) => {
    hasShown.current = true
    drawing.current?.then((map) => map.show(point))
  }
}
