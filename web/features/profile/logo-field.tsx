import { type ChangeEvent, useState } from 'react'
import { LOGO_PLACEHOLDER } from '#domain/pictures.ts'
import { uploadPicture } from '#web/lib/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './profile.module.css'

const JPEG = 'image/jpeg'

/** The seller's logo: uploaded when chosen, stored when the form is saved. */
export const LogoField = ({ initial }: { initial: string }) => {
  const [logo, setLogo] = useState(initial)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return
    setFailure(undefined)
    if (file.type !== JPEG) return setFailure('Il logo deve essere un’immagine JPEG.')
    setSending(true)
    try {
      setLogo(await uploadPicture(file, { kind: 'logo' }))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setSending(false)
      target.value = ''
    }
  }

  return (
    <div>
      <input type="hidden" name="sellerLogo" value={logo} />
      <div className={styles.logo}>
        <Logo key={logo} src={logo} placeholder={LOGO_PLACEHOLDER} size={96} />
        <div>
          <div className={styles.row}>
            <label className={styles.choose}>
              {sending ? 'Carico…' : 'Scegli il logo'}
              <input type="file" accept={JPEG} onChange={choose} disabled={sending} />
            </label>
            {logo && (
              <Button kind="plain" onClick={() => setLogo('')}>
                Togli
              </Button>
            )}
          </div>
          <p className={styles.hint}>Un’immagine JPEG, meglio se quadrata.</p>
        </div>
      </div>
      {failure && <Alert>{failure}</Alert>}
    </div>
  )
}
