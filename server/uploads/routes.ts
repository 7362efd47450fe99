import { AppError, MESSAGES } from '#domain/errors.ts'
import { MAX_UPLOAD_BYTES } from '#domain/pictures.ts'
import type { Handlers } from '#server/http/call.ts'
import { readForm } from '#server/http/forms.ts'
import type { UploadsService } from '#server/uploads/service.ts'

export type UploadRouteParts = { uploads: UploadsService }

const pictureIn = async (form: FormData): Promise<Buffer> => {
  const image = form.get('image')
  if (!(image instanceof File) || image.size === 0) throw new AppError('invalid', MESSAGES.pictureMissing)
  if (image.size > MAX_UPLOAD_BYTES) throw new AppError('tooLarge', MESSAGES.pictureTooLarge)
  return Buffer.from(await image.arrayBuffer())
}

export const uploadRoutes = ({ uploads }: UploadRouteParts) =>
  ({
    'POST /api/uploads/s3': async ({ viewer, request }) => {
      await uploads.admit(viewer)
      const form = await readForm(request, { maxBytes: MAX_UPLOAD_BYTES, tooLarge: MESSAGES.pictureTooLarge })
      const kind = form.get('kind') === 'logo' ? 'logo' : 'picture'
      return uploads.put(viewer, await pictureIn(form), kind)
    },
  }) satisfies Partial<Handlers>
