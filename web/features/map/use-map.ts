import { type RefObject, useEffect, useRef } from 'react'
import { DEFAULT_CENTRE, type DrawnMap, type MapSource, type Point } from '#web/features/map/map-source.ts'
import { findPosition } from '#web/features/map/position.ts'

/** Draws the map once, centres it on the browser's position, and returns a function that shows a point. */
export const useMap = (
  element: RefObject<HTMLElement | null>,
  source: MapSource,
  onPress: (point: Point) => void,
): ((point: Point) => void) => {
  const drawing = useRef<Promise<DrawnMap>>(undefined)
  const press = useRef(onPress)
  press.current = onPress

  useEffect(() => {
    if (!element.current) return
    const drawn = source.draw(element.current, DEFAULT_CENTRE, (point) => press.current(point))
    drawing.current = drawn
    let gone = false
    if (navigator.geolocation)
      findPosition().then(async (point) => {
        const map = await drawn
        if (point && !gone) map.show(point)
      })
    return () => {
      gone = true
      drawn.then((map) => map.remove())
    }
  }, [element, source])

  return (point) => {
    drawing.current?.then((map) => map.show(point))
  }
}
