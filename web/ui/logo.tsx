import { useEffect, useRef, useState } from 'react'
import { pictureSources } from '#domain/pictures.ts'
import styles from './logo.module.css'

/** A small square logo; always beside a name, so its alt text is empty. */
export const Logo = ({ src, placeholder, size }: { src: string; placeholder: string; size: number }) => {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true)
  }, [])

  return (
    <img
      ref={image}
      className={styles.logo}
      {...(failed || !src ? { src: placeholder } : { ...pictureSources(src), sizes: `${size}px` })}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      onError={() => setFailed(true)}
    />
  )
}
