import sharp from 'sharp'

type Options = { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif' }

/** An image file. */
export const aPictureFile = async ({ width = 400, height = 300, format = 'jpeg' }: Options = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a34' } })
    .toFormat(format)
    .toBuffer()

/** Uploads bytes as a multipart form. */
export const sendPicture = async (
  origin: string,
  token: string | undefined,
  bytes: Buffer,
  { field = 'image', ...more }: { field?: string; kind?: string } = {},
): Promise<{ status: number; text: string; message: string | undefined }> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(more)) body.append(name, value)
  body.append(field, new File([new Uint8Array(bytes)], '../../foto.jpg', { type: 'image/jpeg' }))
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const response = await fetch(`${origin}/api/uploads/s3`, { method: 'POST', body, ...(headers ? { headers } : {}) })
  const text = await response.text()
  const message = response.headers.get('content-type')?.includes('json') ? JSON.parse(text).message : undefined
  return { status: response.status, text, message }
}
