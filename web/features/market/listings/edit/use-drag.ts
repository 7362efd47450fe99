import { type PointerEvent as ReactPointerEvent, useState } from 'react'

const indexUnder = ({ clientX, clientY }: PointerEvent): number | undefined => {
  const index = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}

/** Reorders elements marked `data-index` by dragging, with mouse or touch. */
export const useDrag = (move: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<number>()

  const begin = (index: number) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    let current = index
    setDragged(index)
    const follow = (moving: PointerEvent) => {
      const target = indexUnder(moving)
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
    // On the window, because the dragged element moves in the DOM during the drag.
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }
  return { dragged, begin }
}
