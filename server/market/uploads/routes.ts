import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { MAX_UPLOAD_BYTES } from '#domain/market/uploads.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import { readUpload } from '#server/platform/http/multipart.ts'
import type { Services } from '#server/services.ts'

const LIMITS = { maxBytes: MAX_UPLOAD_BYTES, tooLarge: MESSAGES.pictureTooLarge }

export const uploadRoutes = ({ uploads }: Services) =>
  ({
    'POST /api/uploads/s3': async ({ viewer, request }) => {
      await uploads.admit(viewer)
      const { fields, files } = await readUpload(request, {
        ...LIMITS,
        store: (content, signal) => uploads.receive(viewer, content, signal),
      })
      try {
        const picture = files.get('image')
        if (!picture || picture.size === 0) throw new AppError('invalid', MESSAGES.pictureRequired)
        return await uploads.put(viewer, picture, fields.get('kind') === 'logo' ? 'logo' : 'picture')
      } finally {
        await Promise.all([...files.values()].map((file) => file.remove()))
      }
    },
  }) satisfies Partial<Handlers>
