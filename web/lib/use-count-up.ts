import { useEffect, useRef, useState } from 'react'

const DURATION_MS = 1200

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The value; when it grows, whole numbers from the last one up to it, unless the viewer prefers reduced motion. */
export const useCountUp = (value: number | undefined): number | undefined => {
  const [shown, setShown] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    last.current = value
    if (value === undefined || from === undefined || value <= from || isStill()) return setShown(value)
    const start = performance.now()
    let frame = 0
    const count = (time: number) => {
      const done = Math.min(1, Math.max(0, (time - start) / DURATION_MS))
      setShown(done === 1 ? value : Math.floor(from + (value - from) * done))
      if (done < 1) frame = requestAnimationFrame(count)
    }
    frame = requestAnimationFrame(count)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
