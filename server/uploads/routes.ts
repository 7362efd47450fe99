import { AppError, MESSAGES } from '#domain/errors.ts'
import { MAX_UPLOAD_BYTES } from '#domain/pictures.ts'
import type { Ask } from '#server/http/call.ts'
import { readForm } from '#server/http/forms.ts'
import { memberIn } from '#server/http/viewer.ts'
import type { UploadsService } from '#server/uploads/service.ts'

const pictureIn = async (form: FormData): Promise<Buffer> => {
  const image = form.get('image')
  if (!(image instanceof File) || image.size === 0) throw new AppError('invalid', MESSAGES.pictureMissing)
  if (image.size > MAX_UPLOAD_BYTES) throw new AppError('tooLarge', MESSAGES.pictureTooLarge)
  return Buffer.from(await image.arrayBuffer())
}

export const uploadRoutes = (uploads: UploadsService) => ({
  async put(ask: Ask<unknown>): Promise<string> {
    const member = memberIn(ask)
    await uploads.admit(member)
    const form = await readForm(ask.request, { maxBytes: MAX_UPLOAD_BYTES, tooLarge: MESSAGES.pictureTooLarge })
    const kind = form.get('kind') === 'logo' ? 'logo' : 'picture'
    return uploads.put(member, await pictureIn(form), kind)
  },
})
