import { type PointerEvent as ReactPointerEvent, useState } from 'react'

const placeUnder = ({ clientX, clientY }: PointerEvent): number | undefined => {
  const place = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]')?.dataset.place
  return place === undefined ? undefined : Number(place)
}

/** Reorders elements marked `data-place` by dragging, with mouse or touch. */
export const useDrag = (move: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<number>()

  const begin = (place: number) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    let current = place
    setDragged(place)
    const follow = (moving: PointerEvent) => {
      const target = placeUnder(moving)
      if (target === undefined || target === current) return
      move(current, target)
      current = target
      setDragged(target)
    }
    const end = () => {
      setDragged(undefined)
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    // On the window, because the dragged element moves in the DOM meanwhile.
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }
  return { dragged, begin }
}
