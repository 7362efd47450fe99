import { MAX_IMPORT_CSV } from '#domain/accounts/member-import.ts'
import { FormError } from '#web/ui/form/form-state.ts'

const NOT_UTF_8 =
  'Il file non è in UTF-8. In LibreOffice scegli «Unicode (UTF-8)» quando lo salvi; in Excel «CSV UTF-8».'

/** The text of the chosen file, else what was pasted. */
export const readFile = async (data: FormData): Promise<string> => {
  const [file, pasted] = [data.get('file'), String(data.get('csv') ?? '')]
  if (!(file instanceof File) || file.size === 0) {
    if (pasted.trim() === '') throw new FormError('Scegli un file, o incolla il suo contenuto.', 'file')
    return pasted
  }
  if (file.size > MAX_IMPORT_CSV) throw new FormError('Il file è troppo grande: dividilo.', 'file')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw new FormError(NOT_UTF_8, 'file')
  }
}
