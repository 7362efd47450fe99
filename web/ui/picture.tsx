import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { PICTURE_RATIO, pictureSources } from '#domain/market/uploads.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  src: string | undefined
  placeholder: string
  alt: string
}

const BOX = { width: PICTURE_RATIO.width * 160, height: PICTURE_RATIO.height * 160 }

/** A picture, 4:3 if its size is not given; replaced by a placeholder if it is missing or fails to load. */
export const Picture = ({ src, placeholder, alt, ...props }: Props) => {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string>()

  // The error event may have fired before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src)
  }, [src])

  const sources = src && failed !== src ? pictureSources(src) : { src: placeholder }
  return (
    <img
      {...BOX}
      {...props}
      {...(sources.srcSet ? { srcSet: sources.srcSet } : { sizes: undefined })}
      src={sources.src}
      alt={alt}
      ref={image}
      onError={() => setFailed(src)}
    />
  )
}
