import { useCallback, useRef, useState } from 'react'
import { MAX_IMAGES } from '#domain/market/listings.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { preparePicture, UnreadablePicture } from '#web/lib/picture-file.ts'
import { uploadPicture } from '#web/lib/upload.ts'

/** A picture of a listing: uploaded (`url`), uploading (`progress`) or failed (`failure`). */
export type ListingPicture = {
  key: string
  url?: string
  preview?: string
  progress?: number
  failure?: string
}

const uploadedPicture = (url: string): ListingPicture => ({ key: url, url })
const urlsOf = (pictures: readonly ListingPicture[]): string[] => pictures.flatMap(({ url }) => (url ? [url] : []))

export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/** State of the pictures of a listing: adding, uploading, ordering, removing. */
export const useListingPictures = (initial: readonly string[], onChange: (urls: string[]) => void) => {
  const [pictures, setPictures] = useState<ListingPicture[]>(() => initial.map(uploadedPicture))
  const [failure, setFailure] = useState<string>()
  // Uploads end after later renders, and must change the latest list.
  const latest = useRef(pictures)
  const files = useRef(new Map<string, File>())
  // One upload after the other: on a slow connection parallel ones would all time out.
  const queue = useRef(Promise.resolve())

  const change = useCallback(
    (next: ListingPicture[]) => {
      latest.current = next
      setPictures(next)
      onChange(urlsOf(next))
    },
    [onChange],
  )
  const note = (key: string, news: Partial<ListingPicture>) =>
    change(latest.current.map((picture) => (picture.key === key ? { ...picture, ...news } : picture)))

  const remove = (key: string) => change(latest.current.filter((picture) => picture.key !== key))

  const send = async (key: string) => {
    const file = files.current.get(key)
    if (!file || !latest.current.some((picture) => picture.key === key)) return
    try {
      const { preview, file: lighter } = await preparePicture(file)
      note(key, { preview })
      const url = await uploadPicture(lighter, { onProgress: (progress) => note(key, { progress }) })
      files.current.delete(key)
      note(key, { url, progress: undefined })
    } catch (error) {
      // Sending it again would not help.
      if (error instanceof UnreadablePicture) {
        remove(key)
        setFailure(error.message)
      } else note(key, { failure: error instanceof Error ? error.message : String(error), progress: undefined })
    }
  }

  const enqueue = (key: string) => {
    queue.current = queue.current.then(() => send(key))
  }

  const add = (chosen: readonly File[]) => {
    const left = MAX_IMAGES - latest.current.length
    setFailure(chosen.length > left ? `Al massimo ${MAX_IMAGES} foto: le altre non sono state aggiunte.` : undefined)
    const added = chosen.slice(0, left).map((file) => ({ file, key: newKey() }))
    for (const { key, file } of added) files.current.set(key, file)
    change([...latest.current, ...added.map(({ key }) => ({ key, progress: 0 }))])
    for (const { key } of added) enqueue(key)
  }

  return {
    pictures,
    failure,
    add,
    retry: (key: string) => {
      note(key, { failure: undefined, progress: 0 })
      enqueue(key)
    },
    remove,
    move: (from: number, to: number) => {
      if (to >= 0 && to < latest.current.length) change(moved(latest.current, from, to))
    },
    reset: (urls: readonly string[]) => change(urls.map(uploadedPicture)),
    sending: pictures.some(({ url, failure }) => !url && !failure),
  }
}
