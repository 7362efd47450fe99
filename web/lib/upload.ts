import { upload } from '#web/client.ts'

type Options = { kind?: 'logo'; onProgress?: (percent: number) => void }

/** Uploads a picture and returns its URL. */
export const uploadPicture = (picture: Blob, { kind, onProgress }: Options = {}): Promise<string> => {
  const form = new FormData()
  if (kind) form.append('kind', kind)
  form.append('image', picture)
  return upload('POST /api/uploads/s3', form, onProgress)
}
